package seckill.standalone.client;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import seckill.standalone.process.SaleException;

/** Copies all pages of a gateway into a directory, as files whose links are relative. */
public final class PageExport {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int OK = 200;
  private static final List<String> LANGUAGES = List.of("zh/", "en/");
  private static final String INDEX = "index.html";
  private static final String ASSETS = "assets/";
  private static final Pattern ASSET =
      Pattern.compile("\"(?:\\.\\./|\\./)*assets/([a-z0-9._-]+)\"");

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final URI gateway;

  /**
   * An export.
   *
   * @param gateway {@code http://host:port}
   */
  public PageExport(URI gateway) {
    this.gateway = gateway;
  }

  /**
   * How much was written.
   *
   * @param pages pages, in all languages
   * @param assets files that they lean on
   */
  public record Result(int pages, int assets) {}

  /**
   * Writes all pages and assets. Nothing is written before everything was read, and pages come
   * last, so that none of them leads to a file that is not there.
   *
   * @throws SaleException if the gateway does not have a page
   */
  public Result into(Path directory) {
    Map<String, byte[]> pages = new LinkedHashMap<>();
    Map<String, byte[]> assets = new TreeMap<>();
    for (String path : paths()) {
      byte[] page = get(path);
      pages.put(path, page);
      ASSET
          .matcher(new String(page, StandardCharsets.UTF_8))
          .results()
          .map(match -> ASSETS + match.group(1))
          .forEach(asset -> assets.computeIfAbsent(asset, this::get));
    }
    try {
      write(directory, assets);
      write(directory, pages);
    } catch (IOException e) {
      throw new SaleException("cannot write into " + directory + ": " + e);
    }
    return new Result(pages.size(), assets.size());
  }

  private List<String> paths() {
    JsonObject list = new JsonObject(new String(get("api/items"), StandardCharsets.UTF_8));
    List<String> paths = new ArrayList<>(List.of(INDEX));
    for (String language : LANGUAGES) {
      paths.add(language);
      paths.add(language + "orders/");
      for (Object item : list.getJsonArray("items")) {
        paths.add(language + "items/" + ((JsonObject) item).getString("itemId") + "/");
      }
    }
    return paths;
  }

  private byte[] get(String path) {
    HttpRequest request =
        HttpRequest.newBuilder(gateway.resolve("/" + path)).timeout(LIMIT).build();
    try {
      HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
      if (response.statusCode() != OK) {
        throw new SaleException("/" + path + " is answered " + response.statusCode());
      }
      return response.body();
    } catch (IOException e) {
      throw new SaleException("cannot read " + request.uri() + ": " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SaleException("interrupted");
    }
  }

  private static void write(Path directory, Map<String, byte[]> files) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      String name = file.getKey().endsWith("/") ? file.getKey() + INDEX : file.getKey();
      Path place = directory.resolve(name);
      Files.createDirectories(place.getParent());
      // Whoever gives these files out meanwhile sees a whole one, old or new.
      Path written = place.resolveSibling(place.getFileName() + ".part");
      Files.write(written, file.getValue());
      Files.move(written, place, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
