/// The formats of money and dates for the reader at a terminal, from the variables `LC_ALL`, `LC_MONETARY`,
/// `LC_TIME`, `LC_CTYPE` and `LANG`.
///
/// The system's locale data is read at the first use. A locale that is not installed is ignored.
@MainActor
package final class ReaderLocale {
  /// Whether the terminal shows every character.
  ///
  /// If none of the variables is set, this is assumed, since today's terminals do.
  package nonisolated let isUTF8: Bool

  private let monetary: String
  private let time: String

  /// The format of money; nil for plain digits, since the terminal may not be able to show the currencies'
  /// symbols.
  private(set) lazy var money: MoneyFormat? =
    isUTF8 ? MoneyFormat(locale: monetary) ?? .english : nil

  /// The format of dates; nil for the year first, as in ISO 8601.
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
    // `de_DE.UTF-8@euro`: the encoding follows the point.
    let encoding = name("LC_CTYPE").lowercased().split(separator: ".").last ?? "utf-8"
    isUTF8 = encoding.hasPrefix("utf-8") || encoding.hasPrefix("utf8")
    monetary = name("LC_MONETARY")
    time = name("LC_TIME")
  }
}
