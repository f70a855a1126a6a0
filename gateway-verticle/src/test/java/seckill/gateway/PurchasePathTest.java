package seckill.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PurchasePathTest {
  @Test
  @DisplayName("the usual spelling names its item")
  void readsTheItem() {
    assertThat(PurchasePath.itemId("/api/items/1/purchases")).isEqualTo(1);
    assertThat(PurchasePath.itemId("/api/items/1001/purchases")).isEqualTo(1001);
    assertThat(PurchasePath.itemId("/api/items/999999999999999/purchases"))
        .isEqualTo(999_999_999_999_999L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/api/items/purchases",
        "/api/items//purchases",
        "/api/items/01/purchases",
        "/api/items/0/purchases",
        "/api/items/-1/purchases",
        "/api/items/1a/purchases",
        "/api/items/%31/purchases",
        "/api/items/\uff11/purchases",
        "/api/items/1/purchases/",
        "/api/items/1/purchases/mine",
        "/api//items/1/purchases",
        "//api/items/1/purchases",
        "/API/items/1/purchases",
        "/api/items/1;a=b/purchases",
        "/api/items/1000000000000000/purchases"
      })
  @DisplayName("every other spelling is left to the router")
  void leavesTheRest(String path) {
    assertThat(PurchasePath.itemId(path)).isZero();
  }
}
