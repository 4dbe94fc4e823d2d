import Glibc

/// An installed locale, as described by the C library.
struct InstalledLocale: ~Copyable {
  private let locale: locale_t

  /// Opens a category of a locale, such as `LC_TIME`.
  ///
  /// - Returns: nil for the locales `C` and `POSIX`, and for a locale that is not installed.
  init?(_ name: String, _ category: Int32) {
    let isNeutral = name.isEmpty || name == "POSIX" || name == "C" || name.hasPrefix("C.")
    guard !isNeutral, let locale = newlocale(1 << category, name, nil) else { return nil }
    self.locale = locale
  }

  deinit { freelocale(locale) }

  /// The bytes of an item, which are valid as long as the locale.
  func bytes(_ item: Int) -> UnsafeMutablePointer<CChar>? { nl_langinfo_l(nl_item(item), locale) }

  /// The text of an item; nil if it is not UTF-8.
  func text(_ item: Int) -> String? { bytes(item).flatMap { String(validatingCString: $0) } }
}
