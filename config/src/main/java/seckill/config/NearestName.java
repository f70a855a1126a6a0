package seckill.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the known name that an unknown one was most likely meant to be. */
final class NearestName {
  /** Single letters that may be wrong, missing or too many. */
  private static final int MAX_EDITS = 3;

  private NearestName() {}

  /** What to add to a message about an unknown name; empty if no known one is near. */
  static String hint(String unknown, Collection<String> known) {
    return of(unknown, known).map(name -> "; did you mean " + name + "?").orElse("");
  }

  private static Optional<String> of(String unknown, Collection<String> known) {
    return known.stream()
        .filter(name -> Math.abs(name.length() - unknown.length()) <= MAX_EDITS)
        .map(name -> new Candidate(name, edits(unknown, name)))
        .filter(candidate -> candidate.edits() <= MAX_EDITS)
        // A short name has everything near it.
        .filter(candidate -> 2 * candidate.edits() <= candidate.name().length())
        .min(Comparator.comparingInt(Candidate::edits).thenComparing(Candidate::name))
        .map(Candidate::name);
  }

  private record Candidate(String name, int edits) {}

  /** The Levenshtein distance, letters of either case being alike. */
  private static int edits(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        char left = Character.toUpperCase(a.charAt(i - 1));
        int changed = diagonal + (left == Character.toUpperCase(b.charAt(j - 1)) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
