import SeashellKit

/// The shell's identity and capabilities, sent to a module.
struct MCPIdentity {
  let name: String
  let version: String

  /// The least severe log level that the shell asks for: `warning`, or `debug` if it is verbose.
  let logLevel: String

  /// The shell's name and version: an `Implementation`.
  var implementation: CellValue { .message(["name": .text(name), "version": .text(version)]) }

  /// The shell's capabilities: forms and addresses to open, but neither sampling nor roots.
  func capabilities(in revision: ProtocolRevision) -> CellValue {
    guard revision.hasElicitation else { return .record([]) }
    return .message([
      "elicitation": revision.hasAddressElicitation
        ? .message(["form": .record([]), "url": .record([])]) : .record([])
    ])
  }

  /// Returns the parameters of a request.
  ///
  /// In a revision without a handshake they include the sender.
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
