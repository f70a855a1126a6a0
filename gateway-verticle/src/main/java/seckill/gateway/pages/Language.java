package seckill.gateway.pages;

import java.util.Locale;
import seckill.contract.PageText;

/** A language that pages come in. */
enum Language {
  ZH(Locale.SIMPLIFIED_CHINESE, "zh"),
  EN(Locale.ENGLISH, "en");

  private final Locale locale;
  private final String tag;

  Language(Locale locale, String tag) {
    this.locale = locale;
    this.tag = tag;
  }

  /** The language of a page's path; English for those of no language. */
  static Language ofPath(String path) {
    return path.startsWith(ZH.tag) ? ZH : EN;
  }

  /** The language of a tag; {@code null} if it is none. */
  static Language ofTag(String tag) {
    for (Language language : values()) {
      if (language.tag.equals(tag)) {
        return language;
      }
    }
    return null;
  }

  Locale locale() {
    return locale;
  }

  /** As it stands in paths and in HTML. */
  String tag() {
    return tag;
  }

  Language other() {
    return this == ZH ? EN : ZH;
  }

  String of(PageText text) {
    return text.in(this == ZH);
  }
}
