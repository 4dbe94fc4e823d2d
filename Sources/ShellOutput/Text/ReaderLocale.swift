/// How the reader at a terminal writes amounts of money and dates, after the variables `LC_ALL`,
/// `LC_MONETARY`, `LC_TIME`, `LC_CTYPE` and `LANG`.
///
/// The system's descriptions of locales are read at first use. A locale that is not installed counts as
/// none.
@MainActor
package final class ReaderLocale {
  /// Whether the terminal shows every character.
  ///
  /// Without any of the variables it is taken to do so, as terminals do today.
  package nonisolated let isUTF8: Bool

  private let monetary: String
  private let time: String

  /// How amounts of money are written; nil for plain digits, since the terminal may not show the
  /// currencies' symbols.
  private(set) lazy var money: MoneyFormat? =
    isUTF8 ? MoneyFormat(locale: monetary) ?? .english : nil

  /// How dates are written; nil for years before months, as in ISO 8601.
  private(set) lazy var dates: DateFormat? = DateFormat(locale: time)

  /// Creates a reader's locale.
  ///
  /// - Parameter variable: returns a variable of the process's environment.
  package init(variable: (String) -> String?) {
    func name(_ category: String) -> String {
      for name in ["LC_ALL", category, "LANG"] {
        if let value = variable(name), !value.isEmpty { return value }
      }
      return ""
    }
    // `de_DE.UTF-8@euro`: the encoding stands behind the point.
    let encoding = name("LC_CTYPE").lowercased().split(separator: ".").last ?? "utf-8"
    isUTF8 = encoding.hasPrefix("utf-8") || encoding.hasPrefix("utf8")
    monetary = name("LC_MONETARY")
    time = name("LC_TIME")
  }
}
