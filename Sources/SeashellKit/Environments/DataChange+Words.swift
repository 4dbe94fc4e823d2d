import ShellOutput
import WebMessages

extension DataChange {
  /// The change in words, escaped for a terminal: `review r-1 of p-1`, `was`, `added`.
  var words: (subject: String, verb: String, participle: String) {
    let subject = resource.map { Self.path($0, id) } ?? "the data"
    return switch kind {
    case .inserted: (subject, "was", "added")
    case .updated: (subject, "was", "changed")
    case .deleted: (subject, "was", "deleted")
    case .invalidated: (subject, "has", "changed")
    }
  }

  /// What to tell about a write whose response was not awaited: `the review may have been added`.
  var possibility: String {
    if kind == .inserted, id == nil, let resource {
      return "the \(Self.singular(resource)) may have been added"
    }
    let (subject, verb, participle) = words
    return "\(subject) may have \(verb == "was" ? "been " : "")\(participle)"
  }

  /// Describes a resource in words: `review r-1 of p-1`, `reviews of p-1`.
  private static func path(_ resource: String, _ id: String?) -> String {
    let rest = resource.split(separator: "/")
    guard let kind = rest.last else { return id ?? resource }
    var words = id.map { "\(singular(resource)) \($0)" } ?? String(kind)
    // In a path such as products/p-1/reviews, kinds and ids alternate, and the id is enough.
    if rest.count == 3 {
      words += " of \(rest[1])"
    } else if rest.count > 1 {
      words = id.map { "\(resource)/\($0)" } ?? resource
    }
    return shown(words)
  }

  private static func singular(_ resource: String) -> String {
    let kind = resource.split(separator: "/").last ?? "record"
    return shown(
      kind.hasSuffix("s") && !kind.hasSuffix("ss") ? String(kind.dropLast()) : String(kind))
  }

  private static func shown(_ text: String) -> String {
    TerminalText.cut(TerminalText.escaped(text), to: 200)
  }
}
