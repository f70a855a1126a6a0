package seckill.gateway.challenge;

import java.util.List;

/**
 * A question of the operator's.
 *
 * @param text as buyers read it
 * @param language {@code zh} or {@code en}; empty if it is for everybody
 * @param choices to choose from; empty for a free answer
 * @param answers the right ones, in the spelling they are compared in
 */
record QuizQuestion(String text, String language, List<String> choices, List<String> answers) {}
