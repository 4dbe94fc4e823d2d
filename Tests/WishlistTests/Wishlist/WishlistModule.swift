import SeashellKit

/// A list of products to think about: a module as a stranger writes it.
@MainActor
final class WishlistModule: FeatureModule {
  let name = "wishlist"
  let abstract = "Keep a list of products to think about"

  private let state: WishlistState

  init(_ context: ModuleContext) {
    state = context.state { WishlistState() }
  }

  var commands: [any Command] {
    [AddWish(state: state), ListWishes(state: state), RemoveWish(state: state)]
  }

  var completionSources: [CompletionSource] {
    [CompletionSource(kind: "wishlist.id") { [state] in state.candidates(for: $0) }]
  }

  func subscribe(to bus: EventBus) -> [Subscription] {
    [bus.subscribeOnMain(to: DataDeleted.self) { [state] in state.hear($0) }]
  }
}
