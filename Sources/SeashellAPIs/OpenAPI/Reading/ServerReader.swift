struct ServerReader {
  let context: ReadingContext

  private var limits: DescriptionLimits { context.limits }

  /// Reads the document's servers; in OpenAPI 2, from `schemes`, `host` and `basePath`.
  func documentServers() -> [DescribedServer] {
    let root = context.documents.root
    guard context.isSwagger else { return servers(root[.servers]) ?? [] }
    let host = root[.host]?.text(limits.path)
    let basePath = root[.basePath]?.text(limits.path) ?? ""
    let path = basePath.isEmpty || basePath.hasPrefix("/") ? basePath : "/" + basePath
    guard let host else { return path.isEmpty ? [] : [DescribedServer(url: path)] }
    let schemes = context.names(root[.schemes], 10)
    guard !schemes.isEmpty else { return [DescribedServer(url: "//\(host)\(path)")] }
    return schemes.map { DescribedServer(url: "\($0)://\(host)\(path)") }
  }

  /// Reads a list of servers; nil if it is not declared.
  func servers(_ value: DocumentValue?) -> [DescribedServer]? {
    guard let value, value.isArray else { return nil }
    let servers = value.elements.prefix(100).compactMap(server)
    return servers.isEmpty ? nil : servers
  }

  private func server(_ value: DocumentValue) -> DescribedServer? {
    guard let url = value[.url]?.text(limits.path + 4), url.utf8.count <= limits.path else {
      context.note("a server has no URL, or one with more than \(limits.path) bytes")
      return nil
    }
    var server = DescribedServer(
      url: url, description: value[.description]?.text(limits.shortDescription))
    guard let variables = value[.variables] else { return server }
    for variable in variables.members.prefix(50) {
      guard let name = variable.name, name.utf8.count <= limits.name else { continue }
      let choices = variable[.enum]?.elements.prefix(limits.choices)
        .compactMap { $0.scalar?.cut(limits.name) }
      var result = DescribedServer.Variable(
        name: name, defaultValue: variable[.default]?.scalar?.cut(limits.name) ?? "",
        choices: choices ?? [])
      result.description = variable[.description]?.text(limits.shortDescription)
      server.variables.append(result)
    }
    return server
  }
}
