import ShellOutput
import WebAPI

/// What a user is told of the changes that one look at a shop's data has found.
struct FeedLook {
  /// How many changes are told one by one; of more, only their number and the last one are.
  static let most = 100

  private var count = 0
  private var first: [String] = []
  private var last: FeedEvent.Change?

  /// Adds a change.
  mutating func add(_ change: FeedEvent.Change) {
    count += 1
    last = change
    // A storm takes no more room, and no time for words that nobody will read.
    guard count <= Self.most else { return }
    let (what, happened) = Self.words(for: change)
    first.append("elsewhere: \(what) \(happened)")
  }

  /// The lines for the user, escaped.
  var lines: [String] {
    guard count > Self.most, let last else { return first }
    return ["elsewhere: \(count) changes, the last one of \(Self.words(for: last).what)"]
  }

  private static func words(
    for change: FeedEvent.Change
  ) -> (what: String, happened: String) {
    switch change {
    case .inserted(let event): (path(event.resource, event.id), "was added")
    case .updated(let event): (path(event.resource, event.id), "was changed")
    case .deleted(let event): (path(event.resource, event.id), "was deleted")
    case .invalidated(let event):
      (event.resource.map { path($0, event.id) } ?? "the shop's data", "has changed")
    }
  }

  /// What a path names, in words: `review r-1 of p-1`, `reviews of p-1`.
  private static func path(_ resource: String, _ id: String?) -> String {
    var rest = resource.split(separator: "/").map(String.init)
    guard let kind = rest.popLast() else { return id ?? resource }
    let singular = kind.hasSuffix("s") && !kind.hasSuffix("ss") ? String(kind.dropLast()) : kind
    var words = id.map { "\(singular) \($0)" } ?? kind
    // Of a path such as products/p-1/reviews, whose kinds and ids alternate, the id says enough.
    if rest.count == 2 {
      words += " of \(rest[1])"
    } else if !rest.isEmpty {
      words = id.map { "\(resource)/\($0)" } ?? resource
    }
    return TerminalText.cut(TerminalText.escaped(words), to: 200)
  }
}
