package seckill.gateway.pages;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import seckill.contract.ItemIds;
import seckill.contract.Outcome;
import seckill.contract.SeckillException;

/** Gives out pages and the files that they lean on. */
public final class PageHandlers {
  private static final int OK = 200;
  private static final int FOUND = 302;
  private static final int NOT_MODIFIED = 304;
  private static final int NOT_FOUND = 404;
  private static final CharSequence POLICY_HEADER =
      HttpHeaders.createOptimized("Content-Security-Policy");
  private static final CharSequence POLICY =
      HttpHeaders.createOptimized(PageMaker.POLICY + "; frame-ancestors 'none'");
  private static final CharSequence OPENER_POLICY =
      HttpHeaders.createOptimized("Cross-Origin-Opener-Policy");
  private static final CharSequence SAME_ORIGIN = HttpHeaders.createOptimized("same-origin");
  private static final CharSequence FOR_GOOD =
      HttpHeaders.createOptimized("public, max-age=31536000, immutable");
  private static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
  private static final Pattern CHOSEN = Pattern.compile("(?:^|;\\s*)seckill-language=(zh|en)\\b");

  private static final Pattern IN_LANGUAGE = Pattern.compile("/(?:admin/)?(zh|en)(?=/|$)");
  private static final String API = "/api/";
  private static final String HTML = "text/html";

  private final Pages pages;
  private final Predicate<HttpServerRequest> prefersChinese;
  private final CharSequence pageLifetime;

  /**
   * Handlers for one event loop.
   *
   * @param maxAgeSeconds how long a page may be kept
   * @param prefersChinese by what a browser says of its reader
   */
  public PageHandlers(
      Pages pages, long maxAgeSeconds, Predicate<HttpServerRequest> prefersChinese) {
    this.pages = pages;
    this.prefersChinese = prefersChinese;
    this.pageLifetime = HttpHeaders.createOptimized("public, max-age=" + maxAgeSeconds);
  }

  /** {@code GET /}: leads to the list in the reader's language. */
  public void home(RoutingContext ctx) {
    lead(ctx, "/" + wanted(ctx).tag() + "/");
  }

  /** {@code GET /items/{itemId}}: leads to the item's page in the reader's language. */
  public void anyLanguage(RoutingContext ctx) {
    long itemId = ItemIds.parse(ctx.pathParam("itemId"));
    lead(ctx, "/" + wanted(ctx).tag() + "/items/" + itemId + "/");
  }

  /** {@code GET /admin/}: leads to the operators' board in the reader's language. */
  public void board(RoutingContext ctx) {
    lead(ctx, "/admin/" + wanted(ctx).tag() + "/");
  }

  private Language wanted(RoutingContext ctx) {
    String cookies = ctx.request().getHeader(HttpHeaders.COOKIE);
    Matcher chosen = CHOSEN.matcher(cookies == null ? "" : cookies);
    if (chosen.find()) {
      return Language.ofTag(chosen.group(1));
    }
    return prefersChinese.test(ctx.request()) ? Language.ZH : Language.EN;
  }

  private static void lead(RoutingContext ctx, String path) {
    ctx.response()
        .setStatusCode(FOUND)
        .putHeader(HttpHeaders.LOCATION, path)
        .putHeader(HttpHeaders.CACHE_CONTROL, NO_STORE)
        .putHeader(HttpHeaders.VARY, "Accept-Language, Cookie")
        .putHeader(HttpHeaders.CONTENT_LENGTH, "0")
        .end();
  }

  /** A page, by its path. */
  public void page(RoutingContext ctx) {
    String path = ctx.request().path().substring(1);
    Served page = pages.find(path);
    if (page != null) {
      give(ctx, page, pageLifetime);
      return;
    }
    if (pages.find(path + "/") != null) {
      // All links in a page are relative to the path with its slash.
      lead(ctx, "/" + path + "/");
      return;
    }
    if (!pages.isComplete()) {
      throw new SeckillException(Outcome.DEGRADED, "the pages are not made yet");
    }
    throw new SeckillException(Outcome.NOT_FOUND, "there is no such page");
  }

  /**
   * Shows the page of what is not there to a browser, which asks for pages by name; a client of the
   * API hears a problem instead. Whether it did.
   */
  public boolean tellMissing(RoutingContext ctx) {
    HttpServerRequest request = ctx.request();
    String path = request.path();
    String accepted = request.getHeader(HttpHeaders.ACCEPT);
    boolean reads = request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD;
    if (!reads
        || accepted == null
        || !accepted.contains(HTML)
        || !path.startsWith("/")
        || (path + "/").startsWith(API)
        || ctx.response().ended()) {
      return false;
    }
    Matcher language = IN_LANGUAGE.matcher(path);
    Language spoken = language.lookingAt() ? Language.ofTag(language.group(1)) : wanted(ctx);
    ctx.response().setStatusCode(NOT_FOUND);
    write(ctx, pages.missing(spoken, path.substring(1)), NO_STORE);
    return true;
  }

  /** {@code GET /assets/{file}}: a file whose name changes with its content. */
  public void asset(RoutingContext ctx) {
    Served asset = pages.asset(ctx.pathParam("file"));
    if (asset == null) {
      throw new SeckillException(Outcome.NOT_FOUND, "there is no such file");
    }
    give(ctx, asset, FOR_GOOD);
  }

  private static void give(RoutingContext ctx, Served file, CharSequence lifetime) {
    ctx.response().putHeader(HttpHeaders.ETAG, file.etag());
    if (isKnown(ctx.request().getHeader(HttpHeaders.IF_NONE_MATCH), file.etag())) {
      headers(ctx.response(), file, lifetime).setStatusCode(NOT_MODIFIED).end();
      return;
    }
    ctx.response().setStatusCode(OK);
    write(ctx, file, lifetime);
  }

  private static boolean isKnown(String etags, String etag) {
    // Ours hold no comma; a weak comparison does not look at the W/ before a tag.
    return etags != null && (etags.strip().equals("*") || etags.contains(etag.substring(2)));
  }

  private static void write(RoutingContext ctx, Served file, CharSequence lifetime) {
    HttpServerResponse response = headers(ctx.response(), file, lifetime);
    response.putHeader(HttpHeaders.CONTENT_TYPE, file.type());
    Buffer body = file.body();
    if (file.zipped() != null && takesGzip(ctx.request())) {
      response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
      body = file.zipped();
    }
    response.putHeader(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length())).end(body);
  }

  private static HttpServerResponse headers(
      HttpServerResponse response, Served file, CharSequence lifetime) {
    response
        .putHeader(HttpHeaders.CACHE_CONTROL, lifetime)
        .putHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    if (file.type().startsWith(HTML)) {
      response.putHeader(POLICY_HEADER, POLICY).putHeader(OPENER_POLICY, SAME_ORIGIN);
    }
    return response;
  }

  private static boolean takesGzip(HttpServerRequest request) {
    String accepted = request.getHeader(HttpHeaders.ACCEPT_ENCODING);
    return accepted != null && accepted.contains("gzip") && !accepted.contains("gzip;q=0");
  }
}
