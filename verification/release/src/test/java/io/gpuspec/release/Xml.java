package io.gpuspec.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A pom or a bill of materials, as it is written: nothing is inherited or resolved. */
final class Xml {
  private final Element root;

  private Xml(Element root) {
    this.root = root;
  }

  static Xml read(Path file) {
    try (var in = Files.newInputStream(file)) {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return new Xml(factory.newDocumentBuilder().parse(in).getDocumentElement());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SAXException | ParserConfigurationException e) {
      throw new AssertionError(file + " is no XML: " + e.getMessage(), e);
    }
  }

  /** The text at a path of element names, such as {@code scm/url}; empty if there is none. */
  String text(String path) {
    List<Xml> found = all(path);
    return found.isEmpty() ? "" : found.get(0).root.getTextContent().strip();
  }

  /** Every element at a path, such as {@code dependencies/dependency}. */
  List<Xml> all(String path) {
    Stream<Element> found = Stream.of(root);
    for (String name : path.split("/")) {
      found = found.flatMap(each -> children(each, name));
    }
    return found.map(Xml::new).toList();
  }

  boolean has(String path) {
    return !all(path).isEmpty();
  }

  String attribute(String name) {
    return root.getAttribute(name);
  }

  private static Stream<Element> children(Element parent, String name) {
    NodeList nodes = parent.getChildNodes();
    return IntStream.range(0, nodes.getLength())
        .<Node>mapToObj(nodes::item)
        .filter(Element.class::isInstance)
        .map(Element.class::cast)
        .filter(each -> each.getTagName().equals(name));
  }
}
