import Observation
import SeashellKit

/// The wishes, as long as the shell runs.
@Observable @MainActor
final class WishlistState {
  private(set) var wishes: [Wish] = []

  /// Adds a wish; one that is there already stays where it is.
  func add(_ id: String) {
    if !wishes.contains(where: { $0.id == id }) { wishes.append(Wish(id: id)) }
  }

  /// Removes a wish.
  ///
  /// - Throws: `ShellError` where there is none.
  func remove(_ id: String) throws {
    guard let index = wishes.firstIndex(where: { $0.id == id }) else {
      throw ShellError(
        .notFound, "'\(id)' is not on the wishlist", hint: "'wishlist list' shows what is")
    }
    wishes.remove(at: index)
  }

  /// A product that is no longer sold is no longer wished for.
  func hear(_ event: DataDeleted) {
    if event.resource == "products" { wishes.removeAll { $0.id == event.id } }
  }

  func candidates(for prefix: String) -> [CompletionSource.Candidate] {
    wishes.filter { $0.id.hasPrefix(prefix) }.map { .init($0.id) }
  }
}
