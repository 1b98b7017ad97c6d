package io.gpuspec.mig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class MigSvgTest {
  private static final MigGpu A100 = MigGpu.of("A100-40GB");

  @Test
  void freeAndWastedSlicesAreToldApartInTheLine() {
    MigLayout layout = A100.layout("3g.20gb@0", "1g.5gb@6").inUse(6);

    assertThat(layout).hasToString("[3g.20gb]..[1g.5gb*]x");
    assertThat(layout.isWasted(7)).isTrue();
    assertThat(layout.isWasted(4)).isFalse();
    assertThat(layout.isWasted(0)).isFalse();
    assertThat(layout.isWasted(8)).isFalse();
  }

  /** An instance of another profile could take the slices, but has no engine left. */
  @Test
  void aSliceIsWastedForWantOfEnginesToo() {
    MigGpu rtx = MigGpu.of("RTX PRO 6000");

    assertThat(rtx.layout("2g.48gb+me.all@0").isWasted(6)).isFalse();
    assertThat(rtx.layout("1g.24gb+me.all@0", "2g.48gb-me@6"))
        .hasToString("[1g.24gb+me.all]...[2g.48gb-me]");
  }

  @Test
  void theImageHasTheSegmentsOfTheLine() throws Exception {
    Document svg = parsed(A100.layout("3g.20gb@0", "1g.5gb@6").inUse(6).svg().toString());

    assertThat(texts(svg, "title"))
        .containsExactly(
            "slices 0 to 3: 3g.20gb",
            "slice 4: free",
            "slice 5: free",
            "slice 6: 1g.5gb*",
            "slice 7: wasted");
    assertThat(texts(svg, "text"))
        .containsExactly("GPU 0: A100-40GB", "3g.20gb", "free", "free", "1g.5gb*", "wasted");
    assertThat(attributes(svg, "width")).containsExactly("384", "96", "96", "96", "96");
    assertThat(attributes(svg, "x")).containsExactly("16", "400", "496", "592", "688");
  }

  @Test
  void everyLayoutOfEveryCardIsWellFormed() throws Exception {
    for (MigGpu gpu : MigGpu.all()) {
      MigLayout layout = gpu.layouts().maximal().stream().findFirst().orElse(gpu.layout());
      Document svg = parsed(layout.svg().toString());

      assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
      assertThat(layout.svg()).isEqualTo(layout.svg());
    }
  }

  @Test
  void cardsStandOneBelowTheOther() throws Exception {
    Document svg = parsed(A100.cards(2).fit("7g.40gb", "7g.40gb").svg().toString());

    assertThat(texts(svg, "text"))
        .containsExactly("GPU 0: A100-40GB", "7g.40gb", "GPU 1: A100-40GB", "7g.40gb");
    assertThat(attributes(svg, "y")).containsExactly("44", "136");
    assertThat(svg.getDocumentElement().getAttribute("height")).isEqualTo("200");
  }

  @Test
  void whatXmlWouldReadOtherwiseIsEscaped() {
    assertThat(Svg.escaped("<a & \"b\">")).isEqualTo("&lt;a &amp; &quot;b&quot;&gt;");
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static List<String> texts(Document svg, String tag) {
    return elements(svg, tag).stream().map(Element::getTextContent).toList();
  }

  private static List<String> attributes(Document svg, String name) {
    return elements(svg, "rect").stream().map(rect -> rect.getAttribute(name)).toList();
  }

  private static List<Element> elements(Document svg, String tag) {
    List<Element> found = new ArrayList<>();
    NodeList nodes = svg.getElementsByTagName(tag);
    for (int i = 0; i < nodes.getLength(); i++) {
      found.add((Element) nodes.item(i));
    }
    return found;
  }
}
