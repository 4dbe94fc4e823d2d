import SeashellKit

struct ListResources: Command {
  static let name = "resources"

  let module: ModuleUse
  let listed: ListedResources

  private static let columns = ["uri", "name", "type", "size", "description"].map { Column($0) }
  let specification = CommandSpecification(
    name, abstract: "List what the module offers to read", columns: columns)

  func run(_ invocation: Invocation) async throws {
    try await module.use(by: invocation, as: Self.name) { provider, _ in
      listed.resources = try await provider.resources()
    }
    if listed.resources.isEmpty {
      invocation.report("'\(module.name)' offers nothing to read at the moment")
    }
    try invocation.output.columns(Self.columns)
    for resource in listed.resources {
      try invocation.output.row(
        ["uri", "name", "mimeType", "size", "description"].map { resource[$0] ?? .null })
    }
  }
}

struct ReadResource: Command {
  static let name = "read"

  let module: ModuleUse
  let uri: Argument<String>
  let save = Option<String?>(
    "save", value: "FILE", "Keep an image, a sound or a file in FILE", completion: "files")

  init(module: ModuleUse) {
    self.module = module
    uri = Argument<String>("URI", "what to read", completion: ListedResources.kind(of: module.name))
  }

  var specification: CommandSpecification {
    CommandSpecification(
      Self.name, abstract: "Read something that the module offers", parameters: [uri, save])
  }

  func run(_ invocation: Invocation) async throws {
    try await module.use(by: invocation, as: Self.name) { provider, call in
      let contents = try await provider.read(invocation[uri], for: call)
      call.hideProgress()
      var writer = ResultWriter(
        to: invocation.output, save: invocation[save], report: invocation.report)
      try writer.write(contents: contents)
    }
  }
}

/// The resources that a module listed last, for completion.
@MainActor
final class ListedResources {
  var resources: [CellValue] = []

  static func kind(of module: String) -> CompletionKind { CompletionKind("\(module).resource") }

  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    var matches = CompletionMatches(query)
    for resource in resources {
      guard let uri = resource["uri"]?.textValue else { continue }
      matches.offer(uri, named: resource["name"]?.textValue ?? "")
    }
    return matches.candidates
  }
}
