import CoreJSON
import CoreSecrets
import FoundationEssentials
import WebMessages

/// The reasons that a server gives for refusing a request, whatever the form of its answer.
///
/// The body is parsed by its content, since many servers send JSON under another type: as JSON, also in a JSON text;
/// as XML; as an HTML page; else as text. If nothing in it says what is wrong, its beginning is the reason.
struct Reason {
  /// How many problems are read at most.
  static let maximum = 100
  /// How much of a body is read, in bytes: 1 MiB.
  private static let longest = 1 << 20
  /// How much of a body is quoted that has no text of a known kind, in characters.
  private static let quoted = 200

  /// The status that the body names.
  var status: Int?

  /// The problems; the first one provides the error's title and detail.
  private(set) var problems: [APIProblem] = []

  /// The status of the answer, which is no code of a problem.
  let answered: Int?

  init(detail: String) {
    answered = nil
    problems = [APIProblem(detail: detail)]
  }

  /// Reads a list of errors in a successful answer; nil if it is not a list, or is empty.
  init?(errors: JSONValue) {
    guard case .array(let list) = errors, let first = list.first else { return nil }
    answered = nil
    status = first["status"].flatMap(Self.number)
    walk(errors, in: nil)
  }

  /// Reads an answer; nil if it is empty.
  ///
  /// - Parameters:
  ///   - answered: the status of the answer.
  ///   - redact: removes the request's secrets from a text.
  init?(
    body: Data, _ headers: HTTPHeaders = [:], answered: Int? = nil,
    redact: (String) -> String = { $0 }
  ) {
    self.answered = answered
    for name in ["X-Error", "X-Error-Message"] {
      if let text = headers[name] { add(APIProblem(detail: text)) }
    }
    if !body.isEmpty { read(body, headers["Content-Type"], redact) }
    if problems.isEmpty { return nil }
  }

  private mutating func read(_ body: Data, _ type: String?, _ redact: (String) -> String) {
    guard let text = AnswerText.decoded(body.prefix(Self.longest), type) else {
      let kind = type.map { " of \($0.prefix { $0 != ";" })" } ?? ""
      return add(APIProblem(detail: "the server sent \(body.count) bytes" + kind))
    }
    read(text, type, redact)
    guard !problems.contains(where: { $0.detail ?? $0.title ?? $0.field != nil }) else { return }
    let masked = redact(CredentialText.masked(String(text.prefix(1 << 13))))
    let line = masked.split { $0.isWhitespace }.joined(separator: " ")
    guard !line.isEmpty else { return }
    let shown = line.count > Self.quoted ? line.prefix(Self.quoted - 1) + "…" : line[...]
    add(APIProblem(detail: "the server says: " + Self.escaped(shown)))
  }

  private mutating func read(
    _ text: String, _ type: String?, _ redact: (String) -> String, depth: Int = 2
  ) {
    switch text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) {
    case "{", "[", "\"":
      guard let value = JSONValue(body: Data(text.utf8)) else { return }
      if case .string(let inner) = value {
        if depth > 0 { read(inner, nil, redact, depth: depth - 1) }
      } else {
        status = value["status"].flatMap(Self.number)
        walk(value, in: nil, isWhole: true)
      }
    case "<":
      guard let problem = Markup.problem(in: text, type) else { return }
      add(problem)
    default:
      let start = redact(String(text.prefix(1 << 13)))
      add(APIProblem(detail: start))
    }
  }

  mutating func add(_ problem: APIProblem) {
    let problem = problem.map { $0.split(separator: " ").joined(separator: " ") }
    guard !problem.isEmpty, problems.count < Self.maximum else { return }
    let isSaid = problems.contains { other in
      other == problem || other.detail.map { $0 == problem.description } ?? false
        || problem.detail != nil && other.detail == problem.detail
          && (problem.field == nil || problem.field == other.field)
    }
    if !isSaid { problems.append(problem) }
  }

  static func number(_ value: JSONValue) -> Int? {
    switch value {
    case .integer(let number): number
    case .string(let text): Int(text)
    default: nil
    }
  }

  private static func escaped(_ text: Substring) -> String {
    text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }
}
