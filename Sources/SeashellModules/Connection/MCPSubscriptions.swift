import SeashellKit

/// Asks a module for notifications when its tools, its resources or a read resource change.
@MainActor
final class MCPSubscriptions {
  static let maximum = 1_000

  private let peer: MessagePeer
  private let identity: MCPIdentity
  private let agreement: MCPAgreement
  private var uris: [String] = []
  private var task: Task<Void, Never>?

  init(_ peer: MessagePeer, _ identity: MCPIdentity, _ agreement: MCPAgreement) {
    self.peer = peer
    self.identity = identity
    self.agreement = agreement
    if agreement.has("tools", "listChanged") || agreement.has("resources", "listChanged") {
      listen()
    }
  }

  func watch(_ uri: String) {
    guard agreement.has("resources", "subscribe"), uris.count < Self.maximum, !uris.contains(uri)
    else { return }
    uris.append(uri)
    if agreement.revision.hasHandshake {
      let peer = peer
      let last = task
      task = Task {
        await last?.value
        // If the module rejects this, changes are just not reported.
        _ = try? await peer.request(
          "resources/subscribe", .message(["uri": .text(uri)]), id: peer.newID())
      }
    } else {
      listen()
    }
  }

  func stop() { task?.cancel() }

  /// Opens a new stream of changes in place of the last one.
  ///
  /// Earlier revisions send changes without it.
  private func listen() {
    guard !agreement.revision.hasHandshake else { return }
    let last = task
    let filter = CellValue.message([
      "toolsListChanged": agreement.has("tools", "listChanged") ? .boolean(true) : nil,
      "resourcesListChanged": agreement.has("resources", "listChanged") ? .boolean(true) : nil,
      "resourceSubscriptions": uris.isEmpty ? nil : .list(uris.map { .text($0) }),
    ])
    let parameters = identity.parameters(
      [.init("notifications", filter)], in: agreement.revision)
    let peer = peer
    task = Task {
      last?.cancel()
      _ = try? await peer.request(
        "subscriptions/listen", parameters, id: peer.newID(), isEndless: true)
    }
  }
}
