import FoundationEssentials
import ShellOutput
import ShellCommands
import WebAPI
import WebMessages

/// What decides which schema a response has.
struct ResponseHead {
  let method: String
  let url: URL
  let status: Int
  /// The media type, without its parameters.
  let contentType: String?

  /// - Throws: an `expectation` error for records from a store, which have no status.
  init(_ response: any LastResponse) throws(ShellError) {
    let fields = CellValue.record(try response.fields(withBody: false))
    guard case .integer(let status)? = fields["status"], let method = fields["method"]?.textValue,
      let url = fields["url"]?.textValue.flatMap({ URL(string: $0) })
    else {
      throw ShellError(.expectation, "the last response comes from a store, which keeps no status")
    }
    (self.status, self.method, self.url) = (status, method, url)
    contentType = fields["headers"]?["content-type"].map { MediaType.name($0.plainText) }
  }

  /// Reads the head of a response to a GET; nil if its request had no address.
  init?(_ response: APIResponse) {
    guard let url = response.request.url else { return nil }
    (method, self.url, status) = (response.request.method.rawValue, url, response.statusCode)
    contentType = nil
  }

  /// The request, for messages: `GET /items/i-1`.
  var request: String { "\(method) \(url.path(percentEncoded: true))" }

  /// The path below a base address, with percent escapes; nil if the request went elsewhere.
  func path(below base: URL) -> Substring? {
    guard Origin(url) == Origin(base) else { return nil }
    let path = url.path(percentEncoded: true)
    var folder = base.path(percentEncoded: true)
    if folder.hasSuffix("/") { folder.removeLast() }
    guard path.hasPrefix(folder) else { return nil }
    let rest = path.dropFirst(folder.count)
    return rest.isEmpty || rest.hasPrefix("/") ? rest : nil
  }
}

/// A path of a description that fits the end of an address.
struct MatchedPath: Comparable {
  /// How specific each part is: a fixed text, then one with a parameter in it, then a parameter alone.
  private let ranks: [Int]

  /// - Parameter template: the path of an operation, such as `/items/{id}`.
  /// - Returns: nil if the address ends with other parts.
  init?(_ template: String, endOf url: URL) {
    let own = Self.parts(of: template.prefix { $0 != "#" && $0 != "?" })
    let parts = Self.parts(of: url.path(percentEncoded: true)).suffix(own.count)
    guard parts.count == own.count else { return nil }
    var ranks: [Int] = []
    for (part, own) in zip(parts, own) {
      guard Self.matches(PercentEncoding.decode(part), own) else { return nil }
      ranks.append(!own.contains("{") ? 2 : own.hasPrefix("{") && own.hasSuffix("}") ? 0 : 1)
    }
    self.ranks = ranks
  }

  var count: Int { ranks.count }

  static func parts(of path: some StringProtocol) -> [Substring] {
    Substring(path).split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 }
  }

  /// Compares a part of a path with one of a template, such as `{id}.json`.
  private static func matches(_ text: String, _ template: Substring) -> Bool {
    var rest = text[...]
    let pieces = template.split(separator: "{", omittingEmptySubsequences: false)
    guard let first = pieces.first, rest.hasPrefix(first) else { return false }
    rest = rest.dropFirst(first.count)
    for (index, piece) in pieces.enumerated().dropFirst() {
      // Text after the braces of a parameter, whose value has at least one character.
      let fixed = piece.drop { $0 != "}" }.dropFirst()
      guard !rest.isEmpty else { return false }
      if index == pieces.count - 1 {
        guard rest.count > fixed.count, rest.hasSuffix(fixed) else { return false }
        return true
      }
      guard let found = rest.dropFirst().firstRange(of: fixed) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.isEmpty
  }

  /// A path with fixed parts is more specific than one with parameters in their places.
  static func < (one: MatchedPath, other: MatchedPath) -> Bool {
    guard one.count == other.count else { return one.count < other.count }
    return one.ranks.lexicographicallyPrecedes(other.ranks)
  }
}
