import FoundationEssentials
public import SeashellKit
import Synchronization

/// An issue tracker in memory with three projects, one of which, WEB, has 47 issues; it uses cursors, and
/// problems as in RFC 9457.
public final class StubTracker: Transport {
  private struct Issue: Codable {
    let number: Int
    var title: String
    var status = "open"
    var assignee: String?
    let createdAt: Date

    private enum CodingKeys: String, CodingKey {
      case number, title, status, assignee
      case createdAt = "created_at"
    }
  }

  private struct Page<Element: Encodable>: Encodable {
    let items: [Element]
    let next: String?

    private enum CodingKeys: String, CodingKey {
      case items
      case next = "next_cursor"
    }
  }

  private static let projects = [
    ["key": "API", "name": "The API", "lead": "grace"],
    ["key": "OPS", "name": "Operations", "lead": "edsger"],
    ["key": "WEB", "name": "The web site", "lead": "ada"],
  ]

  private let issues: Mutex<[String: [Issue]]>
  private let key: String?

  /// Creates a tracker.
  ///
  /// - Parameter key: the required value of `X-Api-Key`; nil accepts any request.
  public init(key: String?) {
    self.key = key
    issues = Mutex([
      "API": [Self.issue(12)], "OPS": [], "WEB": (1...47).reversed().map(Self.issue),
    ])
  }

  /// Returns false: requests are answered in memory.
  public var crossesNetwork: Bool { false }

  /// Answers a request.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard key == nil || request.headers["X-Api-Key"] == key else {
      return problem(401, "The key is not valid")
    }
    let path = request.url.path.split(separator: "/").map(String.init).drop { $0 != "projects" }
    let words = Array(path.dropFirst())
    if words.isEmpty { return try page(of: Self.projects, for: request) }
    guard let project = Self.projects.first(where: { $0["key"] == words[0] }) else {
      return problem(404, "There is no such project")
    }
    if words.count == 1 { return try json(project) }
    let body = try request.body?.data.map { try JSONValue(json: $0) }
    return try issues.withLock { issues in
      try answer(request, body, &issues[words[0], default: []], words.count > 2 ? words[2] : nil)
    }
  }

  private func answer(
    _ request: HTTPRequest, _ body: JSONValue?, _ issues: inout [Issue], _ number: String?
  ) throws -> HTTPResponse {
    let index = number.flatMap { number in issues.firstIndex { "\($0.number)" == number } }
    switch (request.method, number, index) {
    case (.get, nil, _): return try page(of: issues.filter(filter(request)), for: request)
    case (.get, _, let index?): return try json(issues[index])
    case (.post, nil, _):
      guard let title = text(body?["title"]), title != "?" else {
        return problem(422, "The title says nothing", "title")
      }
      var issue = Issue(
        number: (issues.first?.number ?? 0) + 1, title: title,
        createdAt: Date(timeIntervalSince1970: 1_800_000_000))
      issue.assignee = text(body?["assignee"])
      issues.insert(issue, at: 0)
      return try json(issue, status: 201)
    case (.patch, _, let index?):
      issues[index].title = text(body?["title"]) ?? issues[index].title
      issues[index].status = text(body?["status"]) ?? issues[index].status
      if let assignee = body?["assignee"] { issues[index].assignee = text(assignee) }
      return try json(issues[index])
    default: return problem(404, "There is no such issue")
    }
  }

  private func value(_ name: String, in request: HTTPRequest) -> String? {
    URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems?
      .last { $0.name == name }?.value
  }

  private func filter(_ request: HTTPRequest) -> (Issue) -> Bool {
    let (status, user) = (value("status", in: request), value("assignee", in: request))
    let words = value("q", in: request)?.lowercased()
    return {
      $0.status == status ?? $0.status && $0.assignee == user ?? $0.assignee
        && words.map($0.title.lowercased().contains) ?? true
    }
  }

  /// A cursor is an encoded number of elements before a page.
  private func page(
    of all: [some Encodable], for request: HTTPRequest
  ) throws -> HTTPResponse {
    let start = value("cursor", in: request).flatMap { Int($0.dropFirst(2)) } ?? 0
    let end = start + (value("limit", in: request).flatMap { Int($0) } ?? 20)
    return try json(
      Page(
        items: Array(all.dropFirst(start).prefix(end - start)),
        next: end < all.count ? "c-\(end)" : nil))
  }

  private func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  private func json(_ body: some Encodable, status: Int = 200) throws -> HTTPResponse {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"],
      body: HTTPBody(try encoder.encode(body)))
  }

  private func problem(_ status: Int, _ title: String, _ field: String? = nil) -> HTTPResponse {
    let detail = field.map { #","errors":[{"detail":"\#(title)","pointer":"/\#($0)"}]"# } ?? ""
    return HTTPResponse(
      status: status, headers: ["Content-Type": "application/problem+json"],
      body: HTTPBody(Data(#"{"status":\#(status),"title":"\#(title)"\#(detail)}"#.utf8)))
  }

  private static func issue(_ number: Int) -> Issue {
    Issue(
      number: number, title: ["The logo is blurred", "Search finds nothing", "A typo"][number % 3],
      status: number % 4 == 0 ? "closed" : "open", assignee: number % 5 == 0 ? "ada" : nil,
      createdAt: Date(timeIntervalSince1970: 1_790_000_000 + Double(number) * 3600))
  }
}
