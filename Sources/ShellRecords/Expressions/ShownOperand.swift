import CoreSecrets
import ShellOutput

/// A value in a sentence about a condition, without credentials.
enum ShownOperand {
  /// Returns a value as text: a text in quotes, so that it differs from a number.
  ///
  /// - Parameters:
  ///   - name: what the value is of, as an expression is spelled: `body.price`. What is made of a credential, such as
  ///     `split(body.token, '.')`, is one, unless it is a number or true or false.
  ///   - longest: how many characters are shown.
  static func text(of value: CellValue, named name: String, longest: Int) -> String {
    let place: CredentialName.Place = name.hasPrefix("headers") ? .header : .field
    let text: String
    switch value {
    case .null: return "null"
    case .missing: return "missing"
    case .integer, .decimal, .boolean, .date: text = value.plainText
    case .text, .untyped, .list, .record:
      guard !isCredential(name, in: place) else { return "…" }
      let shown = CredentialText.masked(masked(value, in: place).plainText)
      text = if case .text = value { "'\(shown)'" } else { shown }
    }
    return text.count > longest ? text.prefix(longest) + "…" : text
  }

  private static func isCredential(_ name: String, in place: CredentialName.Place) -> Bool {
    name.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
      .contains { CredentialName.isCredential($0, in: place) }
  }

  private static func masked(_ value: CellValue, in place: CredentialName.Place) -> CellValue {
    switch value {
    case .list(let values): return .list(values.map { masked($0, in: place) })
    case .record(let fields):
      return .record(
        fields.map { field in
          CredentialName.isCredential(field.name, in: place)
            ? .init(field.name, .text("…")) : .init(field.name, masked(field.value, in: place))
        })
    default: return value
    }
  }
}
