import SeashellKit

/// What the shell says of itself to a module.
struct MCPIdentity {
  let name: String
  let version: String

  /// The least severe log message that the shell wants: `warning`, or `debug` when it is verbose.
  let logLevel: String

  /// Its name and version: an `Implementation`.
  var implementation: CellValue { .message(["name": .text(name), "version": .text(version)]) }

  /// What it can do: forms for the user and addresses to open, and neither sampling nor roots.
  func capabilities(in revision: ProtocolRevision) -> CellValue {
    guard revision.hasElicitation else { return .record([]) }
    return .message([
      "elicitation": revision.hasAddressElicitation
        ? .message(["form": .record([]), "url": .record([])]) : .record([])
    ])
  }

  /// Returns the parameters of a request: in a revision without a handshake they say who sends it.
  ///
  /// - Parameter token: the token of the request's progress.
  func parameters(
    _ members: [CellValue.Field], in revision: ProtocolRevision, token: Int? = nil
  ) -> CellValue {
    var meta: [CellValue.Field] = []
    if let token { meta.append(.init("progressToken", .integer(token))) }
    if !revision.hasHandshake {
      let prefix = "io.modelcontextprotocol/"
      meta += [
        .init(prefix + "protocolVersion", .text(revision.rawValue)),
        .init(prefix + "clientInfo", implementation),
        .init(prefix + "clientCapabilities", capabilities(in: revision)),
        .init(prefix + "logLevel", .text(logLevel)),
      ]
    }
    return .record(members + (meta.isEmpty ? [] : [.init("_meta", .record(meta))]))
  }
}
