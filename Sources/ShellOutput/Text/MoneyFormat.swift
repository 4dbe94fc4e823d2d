import FoundationEssentials
import Glibc

/// A reader's format of amounts of money, from a locale of the C library: `12,50 €` or `€12.50`.
struct MoneyFormat: Sendable, Equatable {
  var point = "."
  var separator = ","
  /// The sizes of the groups, from the right.
  ///
  /// The last size repeats. If the list is empty, digits are not grouped.
  var groups = [3]
  var symbolIsFirst = true
  var hasBlank = false
  /// The reader's own currency, if known.
  var own: Own?

  struct Own: Sendable, Equatable {
    var code: String
    var symbol: String
  }

  /// The format for a reader without a locale, in the language of the shell.
  static let english = MoneyFormat(own: Own(code: "USD", symbol: "$"))

  /// An amount with its currency's symbol: `12,50 €`; nil if it is not a number.
  ///
  /// It has at least the currency's decimals, and all decimals of the amount.
  func text(_ amount: Decimal, currencyCode code: String) -> String? {
    guard !amount.isNaN else { return nil }
    let digits = Money.digits(amount.magnitude, currencyCode: code)
      .split(separator: ".", maxSplits: 1).map(String.init)
    var text = grouped(digits[0])
    if digits.count > 1 { text += point + digits[1] }
    let symbol = symbol(of: code)
    let joint = symbolIsFirst ? symbol.last : symbol.first
    let blank = hasBlank || joint?.isLetter == true ? " " : ""
    text = symbolIsFirst ? symbol + blank + text : text + blank + symbol
    return (amount < 0 ? "-" : "") + text
  }

  private func grouped(_ digits: String) -> String {
    guard let last = groups.last else { return digits }
    var sizes = groups[...]
    var rest = Substring(digits)
    var parts: [Substring] = []
    while true {
      let size = sizes.popFirst() ?? last
      guard rest.utf8.count > size else { break }
      parts.append(rest.suffix(size))
      rest.removeLast(size)
    }
    return ([rest] + parts.reversed()).joined(separator: separator)
  }

  /// The symbol of a currency, chosen so that this reader cannot confuse two currencies.
  private func symbol(of code: String) -> String {
    if let own, own.code == code { return own.symbol }
    let symbol = Self.symbols[code] ?? code
    guard let own, own.symbol == symbol else { return symbol }
    return String(code.prefix(2)) + symbol
  }

  /// The symbols that readers everywhere know, from Unicode's CLDR.
  private static let symbols = [
    "AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$",
    "ILS": "₪", "INR": "₹", "JPY": "¥", "KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "PHP": "₱",
    "TWD": "NT$", "USD": "$", "VND": "₫",
  ]
}

extension MoneyFormat {
  /// Returns nil for the locales `C` and `POSIX`, and for a locale that is not installed.
  init?(locale name: String) {
    guard let locale = InstalledLocale(name, LC_MONETARY),
      let point = locale.text(Int(__MON_DECIMAL_POINT)),
      // Locales without a currency have no decimal point either.
      !point.isEmpty
    else { return nil }
    self.init()
    self.point = point
    separator = locale.text(Int(__MON_THOUSANDS_SEP)) ?? ""
    groups = separator.isEmpty ? [] : Self.groups(locale.bytes(Int(__MON_GROUPING)))
    symbolIsFirst = locale.bytes(Int(__P_CS_PRECEDES))?.pointee != 0
    hasBlank = locale.bytes(Int(__P_SEP_BY_SPACE))?.pointee == 1
    // The code is followed by a separator.
    let code = String((locale.text(Int(__INT_CURR_SYMBOL)) ?? "").prefix(3))
    let symbol = locale.text(Int(__CURRENCY_SYMBOL)) ?? ""
    own = symbol.isEmpty ? nil : Own(code: code, symbol: symbol == "￥" ? "¥" : symbol)
  }

  private static func groups(_ bytes: UnsafePointer<CChar>?) -> [Int] {
    var groups: [Int] = []
    var next = bytes
    while let size = next?.pointee, size > 0, size < CChar.max, groups.count < 8 {
      groups.append(Int(size))
      next = next?.successor()
    }
    return groups
  }
}
