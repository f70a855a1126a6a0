package seckill.standalone.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import seckill.standalone.lab.report.BarChart.Bar;
import seckill.standalone.lab.report.BarChart.Panel;

class BarChartTest {
  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Element> all(Document svg, String tag, String kind) {
    NodeList nodes = svg.getElementsByTagName(tag);
    List<Element> found = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      Element element = (Element) nodes.item(i);
      if (element.getAttribute("class").equals(kind)) {
        found.add(element);
      }
    }
    return found;
  }

  private static BarChart chart(Bar... bars) {
    return new BarChart("Some <bars> & more", List.of(new Panel("Panel", List.of(bars))));
  }

  @Test
  @DisplayName("bars are as long as their values, the longest fills the scale, zero has no length")
  void drawsToScale() throws Exception {
    Document svg =
        parse(chart(new Bar("a", 10, "10"), new Bar("b", 5, "5"), new Bar("c", 0, "0")).svg());

    assertThat(all(svg, "rect", "bar"))
        .extracting(bar -> Double.parseDouble(bar.getAttribute("width")))
        .containsExactly(420.0, 210.0, 0.0);
    assertThat(all(svg, "text", "label"))
        .extracting(Element::getTextContent)
        .contains("a", "b", "c");
  }

  @Test
  @DisplayName("a panel of nothing but zeros is drawn, too")
  void drawsZeros() throws Exception {
    assertThat(all(parse(chart(new Bar("a", 0, "0")).svg()), "rect", "bar"))
        .extracting(bar -> bar.getAttribute("width"))
        .containsExactly("0.0");
  }

  @Test
  @DisplayName("every value can be heard: the image has a title and a description with all of them")
  void isAccessible() throws Exception {
    Element root = parse(chart(new Bar("a<b", 1, "one")).svg()).getDocumentElement();

    assertThat(root.getAttribute("role")).isEqualTo("img");
    assertThat(root.getAttribute("aria-labelledby")).isEqualTo("chart-title chart-text");
    assertThat(root.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("Some <bars> & more");
    assertThat(root.getElementsByTagName("desc").item(0).getTextContent())
        .isEqualTo("Panel: a<b one.");
  }

  @Test
  @DisplayName("the colours follow light and dark, and nothing comes from outside")
  void needsNothing() {
    String svg = LabChart.svg(SampleFindings.whole());

    assertThat(svg).contains("prefers-color-scheme: dark");
    assertThat(svg.replace("xmlns=\"http://www.w3.org/2000/svg\"", ""))
        .doesNotContain("http", "href", "url(", "@import", "<script", "<image");
  }

  @Test
  @DisplayName("nothing is drawn outside the image")
  void staysInside() throws Exception {
    Document svg = parse(LabChart.svg(SampleFindings.whole()));
    int height = Integer.parseInt(svg.getDocumentElement().getAttribute("height"));

    assertThat(all(svg, "rect", "bar"))
        .hasSize(3 * 6 + 2)
        .allMatch(bar -> Integer.parseInt(bar.getAttribute("y")) + 18 < height);
  }
}
