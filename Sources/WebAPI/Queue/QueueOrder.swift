package import FoundationEssentials
import WebMessages

/// Decides which writes can be sent, going through one owner's writes in the order of their numbers.
///
/// Writes to one collection and its elements are sent one after another. A write that is not sent holds back
/// the later ones, and those that depend on it. Other writes do not wait for it.
package struct QueueOrder: Sendable {
  private let selection: QueueSelection
  private let now: Date
  private var blockedResources: [[String]: Int] = [:]
  private var blockedNumbers: Set<Int> = []

  /// What happens to a write.
  package enum Decision: Sendable, Hashable {
    case send
    /// It is not due.
    case skip
    /// It is due, but another write must be sent first.
    case behind(Int)
  }

  package init(_ selection: QueueSelection, at now: Date) {
    self.selection = selection
    self.now = now
  }

  /// Decides about the next write; if that is not sent, it holds others back.
  package mutating func decide(_ write: QueuedWrite) -> Decision {
    if let first = blocker(of: write) {
      block(write)
      return selection == .only(write.number) ? .behind(first) : .skip
    }
    guard write.state == .waiting, isWanted(write) else {
      block(write)
      return .skip
    }
    return .send
  }

  /// Records that a write stays in the queue.
  package mutating func block(_ write: QueuedWrite) {
    blockedNumbers.insert(write.number)
    let resource = write.orderedResource
    if blockedResources[resource] == nil { blockedResources[resource] = write.number }
  }

  private func blocker(of write: QueuedWrite) -> Int? {
    if let number = write.dependsOn, blockedNumbers.contains(number) { return number }
    return blockedResources[write.orderedResource]
  }

  private func isWanted(_ write: QueuedWrite) -> Bool {
    switch selection {
    case .due: write.notBefore.map { $0 <= now } ?? true
    case .all: true
    case .only(let number): number == write.number
    }
  }
}

extension QueuedWrite {
  /// The resource within which writes keep their order: a collection with its elements.
  var orderedResource: [String] {
    method == .post || path.segments.count < 2 ? path.segments : path.segments.dropLast()
  }
}
