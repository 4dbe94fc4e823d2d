import WebMessages

/// A problem reported by a server that rejected a request.
///
/// The texts have a maximum length and contain no credentials. They come from the server: escape them before
/// printing them to a terminal.
public struct APIProblem: Sendable, Equatable {
  /// The server's code for the problem, such as `out_of_stock`.
  public let code: String?

  /// A short title.
  public let title: String?

  /// A longer explanation.
  public let detail: String?

  /// The field, parameter or header field at fault.
  public let field: String?

  /// Creates a problem; texts that are too long are cut.
  public init(
    code: String? = nil, title: String? = nil, detail: String? = nil, field: String? = nil
  ) {
    self.code = code?.bounded(100)
    self.title = title?.bounded(String.errorTextLength)
    self.detail = detail?.bounded(String.errorTextLength)
    self.field = field?.bounded(100)
  }

  var isEmpty: Bool { self == APIProblem() }

  func map(_ transform: (String) -> String) -> APIProblem {
    APIProblem(
      code: code.map(transform), title: title.map(transform), detail: detail.map(transform),
      field: field.map(transform))
  }
}

extension APIProblem: CustomStringConvertible {
  /// The problem in one line: `rating: it must be at most 5 [out_of_range]`.
  public var description: String { text(after: "") }

  /// Returns the problem in one line, without the code if the other texts or `reason` contain it.
  func text(after reason: String) -> String {
    var text = detail ?? title ?? ""
    if let field, !text.lowercased().contains(field.lowercased()) {
      text = text.isEmpty ? "\(field): \(code ?? "not valid")" : "\(field): \(text)"
    }
    guard let code else { return text }
    let said = "\(reason) \(title ?? "") \(text)".lowercased()
    let isSaid = code.lowercased().split { !$0.isLetter && !$0.isNumber }.allSatisfy(said.contains)
    return isSaid && !text.isEmpty ? text : String("\(text) [\(code)]".trimmingSpaces)
  }
}
