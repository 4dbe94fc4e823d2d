import ReviewsEvents
public import SeashellKit

/// The module `products`: lists products, shows one, and lists related ones.
@MainActor
public final class ProductsModule: FeatureModule {
  /// The module's name, which precedes its commands: `products`.
  public let name = "products"

  /// The module's description in `help`.
  public let abstract = "Browse the shop's products"

  // Created when it is first used, since most starts of the shell need no products.
  private lazy var state = context.state(makeState)
  private let makeState: () -> ProductsState
  private let context: ModuleContext

  /// Creates the module with the shop's API, and with stored products if the API cannot be reached.
  public convenience init(_ context: ModuleContext) {
    self.init(context, service: ProductsService(context.service()))
  }

  /// Creates the module with another service, such as a mock.
  init(
    _ context: ModuleContext,
    service: @escaping @autoclosure () -> any ProductsServiceProtocol
  ) {
    self.context = context
    makeState = { ProductsState(service: service(), clock: context.clock) }
  }

  /// The commands `list`, `show`, `related`, `more` and `refresh`.
  public var commands: [any Command] {
    [
      ListProducts.command(state.products),
      ShowProduct.command(state.products),
      RelatedProducts(state: state),
      MoreCommand(state.products, as: ProductsView()),
      RefreshCommand(state.products, as: ProductsView()),
    ]
  }

  /// Completes `products.id` with the products listed or shown last, and those of the first page.
  public var completionSources: [CompletionSource] {
    [state.products.completion(of: .products) { _ in ProductListing() }]
  }

  /// The places `products`, and `products/p-7` for each product of the shop.
  public var places: [PlaceRoute] {
    state.products.places("products/{products.id}") { _ in ProductListing() }
  }

  /// Keeps the state up to date when products change or get reviews.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    context.changes { [self] in state.products.apply($0) } + [
      bus.subscribeOnMain(to: ReviewAdded.self) { [self] in handleReviews($0.payload) },
      bus.subscribeOnMain(to: ReviewChanged.self) { [self] in handleReviews($0.payload) },
      bus.subscribeOnMain(to: ReviewDeleted.self) { [self] in handleReviews($0.payload) },
    ]
  }

  /// Marks a product of the current environment as changed, since it shows the number and mean of its reviews.
  private func handleReviews(_ change: ReviewChange) {
    guard change.environment == context.client.environmentID else { return }
    state.products.markChanged(change.product, of: ProductListing())
  }

  /// Discards the kept products, since events no longer update them.
  public func unload() {
    state.products.forget()
  }
}

extension CompletionKind {
  static let products: CompletionKind = "products.id"
}
