public import SeashellKit

/// The module `products`: lists products, shows one, and lists related ones.
@MainActor
public final class ProductsModule: FeatureModule {
  /// The module's name, which precedes its commands: `products`.
  public let name = "products"

  /// The module's description in `help`.
  public let abstract = "Browse the shop's products"

  private let state: ProductsState

  /// Creates the module.
  public init(_ context: ModuleContext) {
    state = context.state {
      ProductsState(
        service: ProductsServiceProvider.service(on: context.client), clock: context.clock)
    }
  }

  /// `list`, `show`, `related`, `more` and `refresh`.
  public var commands: [any Command] {
    [
      ListProducts(state: state), ShowProduct(state: state), RelatedProducts(state: state),
      MoreProducts(state: state), RefreshProducts(state: state),
    ]
  }

  /// Completes `products.id` with the products listed or shown last, and those of the first page.
  public var completionSources: [CompletionSource] {
    [CompletionSource(answering: .products) { [state] in state.candidates(for: $0) }]
  }

  /// Keeps the state up to date when products change.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    [
      bus.subscribeOnMain(to: DataInserted.self) { [state] in state.handle($0) },
      bus.subscribeOnMain(to: DataUpdated.self) { [state] in state.handle($0) },
      bus.subscribeOnMain(to: DataDeleted.self) { [state] in state.handle($0) },
      bus.subscribeOnMain(to: DataInvalidated.self) { [state] in state.handle($0) },
    ]
  }

  /// Discards the suggestions for completion, since events no longer update them.
  public func unload() {
    state.discardSuggestions()
  }
}

extension CompletionKind {
  /// The ids of products.
  static let products: CompletionKind = "products.id"
}
