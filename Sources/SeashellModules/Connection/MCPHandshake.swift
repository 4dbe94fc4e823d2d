import SeashellKit

struct MCPAgreement {
  let revision: ProtocolRevision
  /// The module's `ServerCapabilities`.
  let capabilities: CellValue
  let server: CellValue?
  let instructions: String?

  /// Whether the module has a capability: `resources.subscribe`.
  func has(_ capability: String, _ detail: String? = nil) -> Bool {
    guard let value = capabilities[capability], value != .null else { return false }
    return detail.map { value[$0]?.booleanValue == true } ?? true
  }
}

/// Agrees with a module on a revision of the protocol.
@MainActor
struct MCPHandshake {
  let peer: MessagePeer
  let identity: MCPIdentity
  let revisions: [ProtocolRevision]

  /// Agrees on a revision.
  ///
  /// Many modules on standard input exit if the first message is not `initialize`. So that is sent
  /// first, and `server/discover` only if it is rejected. If the channel's requests are
  /// independent, the order is reversed, since the newest revision needs no session.
  func agree() async throws -> MCPAgreement {
    let discoversFirst = peer.channel.carriesRequestsAlone
    if discoversFirst, let agreement = try await discover() { return agreement }
    guard let newest = revisions.last(where: \.hasHandshake) else {
      if !discoversFirst, let agreement = try await discover() { return agreement }
      throw ModuleError(
        "it does not speak MCP \(revisions.map(\.rawValue).joined(separator: ", "))")
    }
    do {
      return try await initialize(newest)
    } catch let error as ProtocolError {
      let offered = Self.revisions(in: error.data)
      if let offered {
        try requireCommon(offered)
        let common = revisions.last { $0.hasHandshake && offered.contains($0.rawValue) }
        if let common, common != newest { return try await initialize(common) }
      }
      if !discoversFirst, let agreement = try await discover() { return agreement }
      throw error
    }
  }

  /// Asks in the newest revision; returns nil if the response does not show that the module speaks it.
  private func discover() async throws -> MCPAgreement? {
    guard let revision = revisions.last(where: { !$0.hasHandshake }) else { return nil }
    let result: CellValue
    do {
      result = try await peer.request(
        "server/discover", identity.parameters([], in: revision), id: peer.newID())
    } catch let error as ProtocolError {
      if let offered = Self.revisions(in: error.data) { try requireCommon(offered) }
      return nil
    } catch let error as ShellError where error.code == .unavailable {
      return nil
    } catch let error as ModuleError {
      if peer.end != nil { throw error }
      return nil
    }
    guard let offered = result["supportedVersions"]?.listValue?.compactMap(\.textValue) else {
      return nil
    }
    try requireCommon(offered)
    guard offered.contains(revision.rawValue) else { return nil }
    return try agreement(
      revision, result, server: result["_meta"]?["io.modelcontextprotocol/serverInfo"])
  }

  private func initialize(_ revision: ProtocolRevision) async throws -> MCPAgreement {
    let result = try await peer.request(
      "initialize",
      .message([
        "protocolVersion": .text(revision.rawValue),
        "capabilities": identity.capabilities(in: revision),
        "clientInfo": identity.implementation,
      ]), id: peer.newID())
    guard let version = result["protocolVersion"]?.textValue else {
      throw ModuleError("its answer to 'initialize' has no 'protocolVersion'")
    }
    guard let agreed = revisions.first(where: { $0.hasHandshake && $0.rawValue == version }) else {
      throw mismatch([version])
    }
    return try agreement(agreed, result, server: result["serverInfo"])
  }

  private func agreement(
    _ revision: ProtocolRevision, _ result: CellValue, server: CellValue?
  ) throws(ModuleError) -> MCPAgreement {
    guard let capabilities = result["capabilities"], capabilities.fieldsValue != nil else {
      throw ModuleError("it does not say what it can do: its answer has no 'capabilities'")
    }
    return MCPAgreement(
      revision: revision, capabilities: capabilities, server: server,
      instructions: result["instructions"]?.textValue)
  }

  private func requireCommon(_ offered: [String]) throws(ModuleError) {
    if !revisions.contains(where: { offered.contains($0.rawValue) }) { throw mismatch(offered) }
  }

  private func mismatch(_ offered: [String]) -> ModuleError {
    let known = revisions.map(\.rawValue).joined(separator: ", ")
    return ModuleError(
      "it speaks MCP \(offered.isEmpty ? "in no revision" : offered.joined(separator: ", ")), "
        + "and this shell \(known)")
  }

  /// The revisions that the module supports, according to an error.
  private static func revisions(in data: CellValue?) -> [String]? {
    data?["supported"]?.listValue?.compactMap(\.textValue)
  }
}
