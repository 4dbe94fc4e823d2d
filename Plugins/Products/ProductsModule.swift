public import SeashellKit

/// The shop's products: list them, show one, see what goes with it.
@MainActor
public final class ProductsModule: FeatureModule {
  /// The word before its commands.
  public let name = "products"

  /// What the module is for.
  public let abstract = "Browse the shop's products"

  private let state: ProductsState
  private let console: any Console

  /// Makes the module.
  public init(_ context: ModuleContext) {
    state = context.state {
      ProductsState(
        service: ProductsServiceProvider.service(on: context.client), clock: context.clock)
    }
    console = context.console
  }

  /// `list`, `show`, `related`, `more` and `refresh`.
  public var commands: [any Command] {
    [
      ListProducts(state: state, console: console), ShowProduct(state: state),
      RelatedProducts(state: state, console: console), MoreProducts(state: state, console: console),
      RefreshProducts(state: state, console: console),
    ]
  }

  /// `products.id`: the products that were listed or shown last, else those of the first page.
  public var completionSources: [CompletionSource] {
    [CompletionSource(answering: "products.id") { [state] in state.candidates(for: $0) }]
  }

  /// Hears of changes, so that what is held does not pass for new.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    [
      bus.subscribeOnMain(to: DataInserted.self) { [state] in state.hear($0) },
      bus.subscribeOnMain(to: DataUpdated.self) { [state] in state.hear($0) },
      bus.subscribeOnMain(to: DataDeleted.self) { [state] in state.hear($0) },
      bus.subscribeOnMain(to: DataInvalidated.self) { [state] in state.hear($0) },
    ]
  }

  /// Gives up what was fetched for completion: nobody hears any more whether it is still true.
  public func unload() {
    state.forgetKnown()
  }
}
