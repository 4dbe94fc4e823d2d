import SeashellKit

@MainActor
struct DescriptionText {
  private let description: APIDescription

  init(_ description: APIDescription) {
    self.description = description
  }

  var lines: [String] {
    let title = description.title.isEmpty ? "an API without a title" : description.title
    var lines = [
      "\(title) \(description.version), OpenAPI \(description.specification):"
        + " \(Self.operations(description.operationCount))"
    ]
    if !description.servers.isEmpty {
      lines.append("servers: " + Self.list(description.servers.map(\.url)))
    }
    if !description.securitySchemes.isEmpty {
      lines.append(
        "sign in: " + Self.list(description.securitySchemes.map { "\($0.id) (\($0.kind.text))" }))
    }
    let others = description.webhookCount + description.callbackCount
    if others > 0 {
      lines.append(
        others == 1
          ? "not a command: 1 webhook or callback, which the API calls itself"
          : "not commands: \(others) webhooks and callbacks, which the API calls itself")
    }
    for problem in description.problems.prefix(10) {
      let method = problem.method.map { "\($0.uppercased()) " } ?? ""
      lines.append("not read: \(method)\(problem.place): \(problem.reason)")
    }
    if description.problemCount > 10 {
      lines.append("… and \(description.problemCount - 10) more")
    }
    return lines
  }

  static func operations(_ count: Int) -> String {
    count == 1 ? "1 operation" : "\(count) operations"
  }

  private static func list(_ texts: [String]) -> String {
    texts.prefix(5).joined(separator: ", ") + (texts.count > 5 ? ", … (\(texts.count))" : "")
  }
}
