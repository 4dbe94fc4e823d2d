import SeashellKit

struct MCPIdentity {
  let name: String
  let version: String

  /// The least severe log level that the shell asks for: `warning`, or `debug` if it is verbose.
  let logLevel: String

  var implementation: CellValue { .message(["name": .text(name), "version": .text(version)]) }

  /// The shell's capabilities: forms and addresses to open, but neither sampling nor roots.
  func capabilities(in revision: ProtocolRevision) -> CellValue {
    guard revision.hasElicitation else { return .record([]) }
    return .message([
      "elicitation": revision.hasAddressElicitation
        ? .message(["form": .record([]), "url": .record([])]) : .record([])
    ])
  }

  /// In a revision without a handshake, the parameters include the sender.
  ///
  /// `token` is for progress.
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
