package seckill.standalone.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import seckill.standalone.lab.trial.Sale;

/** What was found, as a chart. */
public final class LabChart {
  private LabChart() {}

  /** An SVG document. */
  public static String svg(Findings findings) {
    List<BarChart.Panel> panels = new ArrayList<>();
    panels.add(versions(findings, "Requests per second", Sale::perSecond, Figures::whole));
    panels.add(
        versions(
            findings,
            "Commands sent to Redis for each unit sold",
            Sale::sentPerUnit,
            Figures::ratio));
    panels.add(versions(findings, "Units oversold", Sale::oversold, Figures::whole));
    if (!findings.growth().isEmpty()) {
      panels.add(
          new BarChart.Panel(
              "V2: retries for each unit sold",
              findings.growth().stream()
                  .map(
                      growth ->
                          new BarChart.Bar(
                              growth.clients() == 1 ? "1 client" : growth.clients() + " clients",
                              growth.retriesPerUnit(),
                              Figures.ratio(growth.retriesPerUnit())))
                  .toList()));
    }
    return new BarChart("Ways to sell from one stock in Redis", panels).svg();
  }

  private static BarChart.Panel versions(
      Findings findings, String title, ToDoubleFunction<Sale> figure, DoubleFunction<String> text) {
    return new BarChart.Panel(
        title,
        findings.measured().stream()
            .map(
                measured -> {
                  double median = measured.spread(figure).median();
                  String name = Words.ENGLISH.of(measured.kind().name());
                  return new BarChart.Bar(measured.kind() + " " + name, median, text.apply(median));
                })
            .toList());
  }
}
