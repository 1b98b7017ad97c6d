package io.gpuspec.manifest.inspect;

import io.gpuspec.internal.text.MessageText;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Findings as the XML of JUnit, which build servers show. */
final class FindingsJunit {
  private FindingsJunit() {}

  static void write(Findings findings, Writer out) throws IOException {
    Map<String, List<ManifestFinding>> files = new LinkedHashMap<>();
    findings
        .findings()
        .forEach(
            each -> files.computeIfAbsent(each.shownFile(), file -> new ArrayList<>()).add(each));
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(out);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      xml.writeStartElement("testsuites");
      xml.writeAttribute("name", "gpuspec inspect");
      for (Map.Entry<String, List<ManifestFinding>> file : files.entrySet()) {
        suite(xml, file.getKey(), file.getValue());
      }
      xml.writeCharacters("\n");
      xml.writeEndElement();
      xml.writeCharacters("\n");
      xml.writeEndDocument();
      xml.flush();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private static void suite(XMLStreamWriter xml, String file, List<ManifestFinding> findings)
      throws XMLStreamException {
    long failures = findings.stream().filter(each -> each.suppression().isEmpty()).count();
    xml.writeCharacters("\n  ");
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", file);
    xml.writeAttribute("tests", String.valueOf(findings.size()));
    xml.writeAttribute("failures", String.valueOf(failures));
    xml.writeAttribute("skipped", String.valueOf(findings.size() - failures));
    for (ManifestFinding each : findings) {
      testCase(xml, each);
    }
    xml.writeCharacters("\n  ");
    xml.writeEndElement();
  }

  private static void testCase(XMLStreamWriter xml, ManifestFinding each)
      throws XMLStreamException {
    xml.writeCharacters("\n    ");
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", each.rule().id());
    xml.writeAttribute(
        "name",
        "%s %s:%s:%s".formatted(each.rule().id(), each.shownFile(), each.line(), each.column()));
    xml.writeCharacters("\n      ");
    if (each.suppression().isPresent()) {
      xml.writeStartElement("skipped");
      xml.writeAttribute("message", legal(each.suppression().get().reason()));
    } else {
      xml.writeStartElement("failure");
      xml.writeAttribute("type", each.severity().toString());
      xml.writeAttribute("message", legal(each.message()));
      xml.writeCharacters(legal(each + "\n" + each.fix()));
    }
    xml.writeEndElement();
    xml.writeCharacters("\n    ");
    xml.writeEndElement();
  }

  /**
   * Returns a text with escapes for what is not seen, and for what XML cannot have at all.
   *
   * @see <a href="https://www.w3.org/TR/xml/#charsets">Characters of XML 1.0</a>
   */
  private static String legal(String text) {
    return MessageText.of(text).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff");
  }
}
