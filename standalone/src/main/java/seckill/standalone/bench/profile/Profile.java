package seckill.standalone.bench.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import seckill.standalone.bench.report.PartResult;
import seckill.standalone.bench.report.Table;

/**
 * Sums the samples of recordings of the JVM: by kind of work at the top of the stack, by the
 * package of ours that asked for it, by method; and what was allocated, by kind of class and by
 * package.
 */
public final class Profile {
  private static final int MOST = 15;
  private static final String NOBODY = "none of ours on the stack";
  private static final String JAVA_SAMPLE = "jdk.ExecutionSample";
  private static final String NATIVE_SAMPLE = "jdk.NativeMethodSample";
  private static final String ALLOCATION = "jdk.ObjectAllocationSample";

  /** Native methods are sampled half as often as Java's. */
  private static final int NATIVE_WEIGHT = 2;

  /** Native methods that work; the others wait, as blocking reads do. */
  private static final Pattern WORKS =
      Pattern.compile("(write|send|recv|splice|inflate|deflate)\\w*");

  private final Shares kinds = new Shares();
  private final Shares owners = new Shares();
  private final Shares methods = new Shares();
  private final Shares allocatedKinds = new Shares();
  private final Shares allocatedOwners = new Shares();
  private final Shares allocatedClasses = new Shares();

  private Profile() {}

  /** Options of Java that record into a file until the process ends. */
  public static List<String> options(Path file) {
    return List.of(
        "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + file,
        "-Xlog:jfr*=off");
  }

  /** The sum of what was recorded while a kind of load ran. */
  public static Profile of(List<Path> recordings, Windows windows) throws IOException {
    Profile profile = new Profile();
    for (Path recording : recordings) {
      try (RecordingFile file = new RecordingFile(recording)) {
        while (file.hasMoreEvents()) {
          RecordedEvent event = file.readEvent();
          if (windows.contain(event.getStartTime())) {
            profile.add(event);
          }
        }
      }
    }
    return profile;
  }

  private void add(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    if (stack == null || stack.getFrames().isEmpty()) {
      return;
    }
    List<RecordedFrame> frames = stack.getFrames();
    String name = event.getEventType().getName();
    if (name.equals(JAVA_SAMPLE)) {
      sample(frames, 1);
    } else if (name.equals(NATIVE_SAMPLE)
        && WORKS.matcher(frames.get(0).getMethod().getName()).matches()) {
      sample(frames, NATIVE_WEIGHT);
    } else if (name.equals(ALLOCATION)) {
      long bytes = event.getLong("weight");
      allocatedKinds.add(FrameGroups.of(className(frames.get(0))), bytes);
      allocatedOwners.add(owner(frames), bytes);
      allocatedClasses.add(readable(event.getClass("objectClass").getName()), bytes);
    }
  }

  private void sample(List<RecordedFrame> frames, int weight) {
    RecordedMethod top = frames.get(0).getMethod();
    kinds.add(FrameGroups.of(top.getType().getName()), weight);
    owners.add(owner(frames), weight);
    methods.add(FrameGroups.simpleName(top.getType().getName()) + "." + top.getName(), weight);
  }

  private static String owner(List<RecordedFrame> frames) {
    return frames.stream()
        .map(Profile::className)
        .filter(name -> name.startsWith(FrameGroups.OURS))
        .findFirst()
        .map(FrameGroups::ownPackage)
        .orElse(NOBODY);
  }

  private static String className(RecordedFrame frame) {
    return frame.getMethod().getType().getName();
  }

  /** The name of a class as people write it: {@code byte[]} for {@code [B}. */
  static String readable(String className) {
    if (!className.startsWith("[")) {
      return className;
    }
    String element = className.substring(1);
    return switch (element.charAt(0)) {
      case '[' -> readable(element) + "[]";
      case 'L' -> element.substring(1, element.length() - 1) + "[]";
      case 'B' -> "byte[]";
      case 'C' -> "char[]";
      case 'I' -> "int[]";
      case 'J' -> "long[]";
      default -> element + "[]";
    };
  }

  /**
   * Adds what was found as tables.
   *
   * @param load what was recorded, in a few words
   */
  public void tell(PartResult result, String load) {
    String title = "Where the JVM's time goes, " + load + ", " + kinds.total() + " samples: ";
    result.add(
        new Table(
            title + "by the kind of work at the top of the stack",
            List.of("kind", "% of time", "% of bytes allocated"),
            kinds.rows(MOST, allocatedKinds)));
    result.add(
        new Table(
            title + "by the package of ours nearest to the top",
            List.of("package", "% of time", "% of bytes allocated"),
            owners.rows(MOST, allocatedOwners)));
    result.add(
        new Table(
            title + "by method", List.of("method at the top", "% of time"), methods.rows(MOST)));
    result.add(
        new Table(
            "Bytes allocated, " + load,
            List.of("class", "% of bytes allocated"),
            allocatedClasses.rows(MOST)));
  }
}
