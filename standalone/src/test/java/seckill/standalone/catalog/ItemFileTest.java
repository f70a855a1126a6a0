package seckill.standalone.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import seckill.config.ConfigException;
import seckill.contract.ItemSpec;

class ItemFileTest {
  private static final Instant NOW = Instant.parse("2026-11-29T08:00:00Z");
  private static final String ITEM =
      "  - {itemId: '7', sku: S, name: 酒 🍶, priceCents: 5, totalStock: 9}\n";

  private static List<ItemSpec> read(String text) {
    return ItemFile.read(
        "sale.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), NOW);
  }

  @Test
  @DisplayName("a relative window counts from the moment of reading")
  void readsRelativeWindow() {
    ItemSpec item = read("opensIn: PT10M\nduration: PT1H\nitems:\n" + ITEM).get(0);

    assertThat(item.startAt()).isEqualTo("2026-11-29T08:10:00Z");
    assertThat(item.endAt()).isEqualTo("2026-11-29T09:10:00Z");
    assertThat(item.name()).isEqualTo("酒 🍶");
  }

  @Test
  @DisplayName("an unquoted time keeps its zone offset")
  void readsAbsoluteWindow() {
    ItemSpec item =
        read("startAt: 2026-12-01T10:00:00+08:00\nendAt: 2026-12-01T11:00:00+08:00\nitems:\n"
                + ITEM)
            .get(0);

    assertThat(item.startAt()).isEqualTo("2026-12-01T02:00:00Z");
  }

  @Test
  @DisplayName("an item's own window goes before the file's")
  void prefersOwnWindow() {
    String own = ITEM.replace("}", ", opensIn: PT1M, duration: PT1M}");

    assertThat(read("opensIn: PT0S\nduration: PT1H\nitems:\n" + own).get(0).startAt())
        .isEqualTo("2026-11-29T08:01:00Z");
  }

  @Test
  @DisplayName("what the file says of pages holds for all items, unless one says otherwise")
  void sharesPages() {
    String own =
        ITEM.replace("'7'", "'8'").replace("}\n", ", page: {title: Own, pictures: [b.svg]}}\n");
    List<ItemSpec> items =
        read(
            "opensIn: PT0S\nduration: PT1H\npage: {title: {zh: 茶, en: Tea}, description: Good}\n"
                + "items:\n"
                + ITEM
                + own);
    assertThat(items.get(0).page().title().en()).isEqualTo("Tea");
    assertThat(items.get(1).page().title().zh()).isEqualTo("Own");
    assertThat(items.get(1).page().description().en()).isEqualTo("Good");
    assertThat(items.get(1).page().pictures()).containsExactly("b.svg");
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("a mistake is one line that names file, item and field")
  @CsvSource(
      delimiter = '|',
      value = {
        "itemId: '7'      | itemId: 7        | item 1: itemId must be a string",
        "itemId: '7'      | itemId: '07'     | item 1: itemId must be a positive integer",
        "priceCents: 5    | priceCents: 5.5  | item 1: priceCents must be an integer",
        "priceCents: 5    | price: 5         | item 1: unknown field 'price'",
        "totalStock: 9    | totalStock: -1   | item 1: totalStock must be an integer from 0",
        "totalStock: 9    | totalStock: null | item 1: totalStock must be an integer from 0",
        "totalStock: 9    | totalStock: 010  | item 1: totalStock must be an integer",
        "totalStock: 9    | totalStock: 0x10 | item 1: totalStock must be an integer",
        "totalStock: 9    | totalStock: 0b11 | item 1: totalStock must be an integer",
        "totalStock: 9    | totalStock: 1_0  | item 1: totalStock must be an integer",
        "totalStock: 9    | totalStock: 1:30 | item 1: totalStock must be an integer",
        "totalStock: 9    | totalStock: 1e3  | item 1: totalStock must be an integer",
        "duration: PT1H   | duration: PT22222222222222H | item 1: duration must be an ISO-8601",
        "opensIn: PT0S    | opensIn: soon    | item 1: opensIn must be an ISO-8601 duration",
        "duration: PT1H   | duration: PT0S   | item 1: endAt must be after startAt",
        "duration: PT1H   | endAt: 2026-12-01T10:00:00Z | item 1: give either startAt and endAt",
        "duration: PT1H   | page: 5          | item 1: page must be an object",
        "totalStock: 9    | page: {titel: a} | item 1: unknown field 'titel'",
        "items:           | itemz:           | unknown field 'itemz'",
      })
  void namesTheMistake(String right, String wrong, String message) {
    String text = "opensIn: PT0S\nduration: PT1H\nitems:\n" + ITEM;

    assertThatThrownBy(() -> read(text.replace(right, wrong)))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("sale.yaml: " + message)
        .message()
        .doesNotContain("\n");
  }

  @Test
  @DisplayName("a time without a zone is refused rather than taken for UTC")
  void refusesTimeWithoutZone() {
    assertThatThrownBy(
            () -> read("startAt: 2026-12-01 10:00:00\nendAt: 2026-12-01 11:00:00\nitems:\n" + ITEM))
        .hasMessageContaining("startAt must be an ISO-8601 time with a zone offset");
  }

  @Test
  @DisplayName("an item that is listed twice is refused")
  void refusesRepeatedItem() {
    assertThatThrownBy(() -> read("opensIn: PT0S\nduration: PT1H\nitems:\n" + ITEM + ITEM))
        .hasMessage("sale.yaml: item 2: itemId '7' is that of item 1");
  }

  @Test
  @DisplayName("twenty thousand items, with pages of their own or shared by aliases, are one file")
  void readsManyItems() {
    String item =
        "  - {itemId: '%d', sku: 0100, name: 茅台酒, priceCents: 149900, totalStock: 1000, page: *p}\n"
            + "  # %s\n";
    String items =
        IntStream.rangeClosed(1, 20_000)
            .mapToObj(i -> String.format(item, i, "x".repeat(100)))
            .collect(Collectors.joining());
    String head = "opensIn: PT0S\nduration: PT1H\npage: &p {title: {zh: 茶, en: Tea}}\nitems:\n";

    List<ItemSpec> read = read(head + items);

    assertThat((head + items).getBytes(StandardCharsets.UTF_8).length).isGreaterThan(4_000_000);
    assertThat(read).hasSize(20_000);
    assertThat(read.get(19_999).sku()).isEqualTo("0100");
    assertThat(read.get(19_999).page().title().en()).isEqualTo("Tea");
  }

  @ParameterizedTest(name = "{0}")
  @DisplayName("a file that is no list of items is refused in one line")
  @CsvSource(
      delimiter = '|',
      value = {"items: [", "text", "items: {}", "items: []", "items: [5]", "items: &a [*a]"})
  void refusesOtherShapes(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("sale.yaml")
        .message()
        .doesNotContain("\n");
  }
}
