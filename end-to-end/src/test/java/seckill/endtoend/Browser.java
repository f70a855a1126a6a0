package seckill.endtoend;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;

/** The browser of this machine, without a window of its own. */
final class Browser implements AutoCloseable {
  /** What the environment says if a browser that is not there is a failure. */
  private static final String REQUIRED = "required";

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private final ChromeDriver driver;
  private final String root;

  private Browser(ChromeDriver driver, String root) {
    this.driver = driver;
    this.root = root;
  }

  /**
   * Starts one with an empty profile. Where there is none the test is skipped, or fails if {@code
   * SECKILL_TEST_BROWSER} is {@code required}.
   *
   * @param root what paths are relative to
   */
  static Browser start(Path profile, String root) {
    Optional<Path> binary =
        program("SECKILL_TEST_CHROMIUM", List.of("chromium", "chromium-browser", "google-chrome"));
    Optional<Path> driver = program("SECKILL_TEST_CHROMEDRIVER", List.of("chromedriver"));
    if (binary.isEmpty() || driver.isEmpty()) {
      String missing =
          "no browser: chromium and chromedriver (Debian: chromium, chromium-driver) are not both"
              + " on the PATH";
      if (REQUIRED.equals(System.getenv("SECKILL_TEST_BROWSER"))) {
        throw new AssertionError(missing + ", and SECKILL_TEST_BROWSER=required");
      }
      // A class that is skipped as a whole is hardly seen among the others.
      System.out.println("[browser] " + missing + "; pages are NOT tested");
      Assumptions.abort(missing);
    }
    ChromeOptions options = new ChromeOptions();
    options.setBinary(binary.get().toString());
    options.addArguments(
        "--headless=new",
        // A container runs as root, which the sandbox refuses.
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1200,1000",
        "--user-data-dir=" + profile);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(driver.get().toFile())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options), root);
  }

  private static Optional<Path> program(String variable, List<String> names) {
    String named = System.getenv(variable);
    if (named != null) {
      return Optional.of(Path.of(named));
    }
    return names.stream()
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(":"))
                    .map(directory -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The same browser with other paths. */
  Browser at(String other) {
    return new Browser(driver, other);
  }

  /** Opens a path in the present tab. */
  void open(String path) {
    driver.get(root + path);
  }

  void reload() {
    driver.navigate().refresh();
  }

  /** The path that is open. */
  String path() {
    return driver.getCurrentUrl().substring(root.length());
  }

  /** Opens a tab, with a session of its own, and goes there; its name. */
  String newTab() {
    driver.switchTo().newWindow(WindowType.TAB);
    return tab();
  }

  void closeTab() {
    driver.close();
  }

  String tab() {
    return driver.getWindowHandle();
  }

  void goTo(String tab) {
    driver.switchTo().window(tab);
  }

  /** A clean tab: nobody is logged in, and nothing is remembered. */
  void forgetEverything() {
    driver.manage().deleteAllCookies();
    run("localStorage.clear(); sessionStorage.clear();");
  }

  /** The languages that the reader wants, like {@code zh-CN,en}. */
  void prefer(String languages) {
    String agent = (String) run("return navigator.userAgent");
    command(
        "Emulation.setUserAgentOverride", Map.of("userAgent", agent, "acceptLanguage", languages));
  }

  /** The size of a screen, and whether it is a phone's. */
  void screen(int width, int height, boolean phone) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", phone));
  }

  /** Tells the browser something that no driver has words for. */
  void command(String name, Map<String, Object> parameters) {
    driver.executeCdpCommand(name, parameters);
  }

  /** Runs a script that ends by calling the last of its arguments. */
  Object runAsync(String script, Object... arguments) {
    return driver.executeAsyncScript(script, arguments);
  }

  /** A slow connection, with nothing kept from before. */
  void slowNetwork(int latencyMillis, int bytesPerSecond) {
    driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
    network(false, latencyMillis, bytesPerSecond);
  }

  void noNetwork() {
    network(true, 0, -1);
  }

  void usualNetwork() {
    network(false, 0, -1);
  }

  private void network(boolean offline, int latencyMillis, int bytesPerSecond) {
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand(
        "Network.emulateNetworkConditions",
        Map.of(
            "offline",
            offline,
            "latency",
            latencyMillis,
            "downloadThroughput",
            bytesPerSecond,
            "uploadThroughput",
            bytesPerSecond));
  }

  /** What can be seen and used, but has no name that a screen reader could tell. */
  List<String> nameless() {
    return driver
        .findElements(By.cssSelector("a[href], button, input, select, dialog[open]"))
        .stream()
        .filter(element -> element.isDisplayed() && element.getAccessibleName().isBlank())
        .map(element -> element.getAttribute("outerHTML"))
        .toList();
  }

  /** Runs a script before all others of the pages that are opened from now on in this tab. */
  String before(String script) {
    return (String)
        driver
            .executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script))
            .get("identifier");
  }

  void notBefore(String identifier) {
    command("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", identifier));
  }

  /** Presses keys where the focus is. */
  void type(CharSequence keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Presses what has the focus. */
  void press() {
    type(Keys.ENTER);
  }

  WebElement focused() {
    return driver.switchTo().activeElement();
  }

  Object run(String script) {
    return driver.executeScript(script);
  }

  WebElement find(String css) {
    return driver.findElement(By.cssSelector(css));
  }

  /** What can be read there; empty if nothing can. */
  String text(String css) {
    try {
      List<WebElement> found = driver.findElements(By.cssSelector(css));
      return found.isEmpty() ? "" : found.get(0).getText();
    } catch (StaleElementReferenceException e) {
      return "";
    }
  }

  /** Waits until a text stands there. */
  void awaitText(String css, String part) {
    try {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> text(css).contains(part));
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("no '" + part + "' in " + css + " of: " + text("body"), e);
    }
  }

  /** Waits until the button says so and can be pressed, and presses it. */
  void press(String css, String label) {
    awaitText(css, label);
    await().atMost(PATIENCE).until(() -> find(css).isEnabled());
    find(css).click();
  }

  /** What a script or the page's policy complained about; refusals of the API are none. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(entry -> entry.getMessage())
        .filter(message -> !message.contains("Failed to load resource"))
        .toList();
  }

  /** Keeps a picture of what is seen, to be looked at by whoever tests by hand. */
  void keepPicture(Path file) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Keeps a picture for the documentation, if it is to be written anew. */
  void picture(String name) {
    if (Boolean.getBoolean("seckill.docs.write")) {
      keepPicture(ROOT.resolve("docs/images/" + name + ".png"));
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
