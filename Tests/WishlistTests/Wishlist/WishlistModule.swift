import SeashellKit

/// The module `wishlist`: an example of a module by an outside author.
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
    [bus.subscribeOnMain(to: DataDeleted.self) { [state] in state.handle($0) }]
  }
}
