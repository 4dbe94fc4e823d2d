import ReviewsEvents
public import SeashellKit

/// The module `products`: lists products, shows one, and lists related ones.
@MainActor
public final class ProductsModule: FeatureModule {
  /// The module's name, which precedes its commands: `products`.
  public let name = "products"

  /// The module's description in `help`.
  public let abstract = "Browse the shop's products"

  private let state: ProductsState
  private let pictures: PictureSource

  /// Creates the module.
  ///
  /// - Parameters:
  ///   - context: what the module can use.
  ///   - service: provides the products; by default, the shop's API does.
  public init(_ context: ModuleContext, service: (any ProductsServiceProtocol)? = nil) {
    pictures = PictureSource(context.client)
    state = context.state {
      ProductsState(
        service: service
          ?? ProductsServiceProvider.makeProductsService(
            on: context.client, offline: context.offline),
        clock: context.clock)
    }
  }

  /// `list`, `show`, `related`, `more` and `refresh`.
  public var commands: [any Command] {
    [
      ListProducts(state: state), ShowProduct(state: state, pictures: pictures),
      RelatedProducts(state: state),
      MoreCommand(state.products, as: ProductsView.self),
      RefreshCommand(state.products, as: ProductsView.self),
    ]
  }

  /// Completes `products.id` with the products listed or shown last, and those of the first page.
  public var completionSources: [CompletionSource] {
    [CompletionSource(answering: .products) { [state] in state.candidates(for: $0) }]
  }

  /// `products`, and `products/p-7` for each product of the shop.
  public var places: [PlaceRoute] {
    [
      PlaceRoute("products"),
      PlaceRoute("products/{products.id}") { [state] place in
        _ = try await state.product(place[.products])
      },
    ]
  }

  /// Keeps the state up to date when products change or get reviews.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    bus.subscribeOnMain(toChanges: { [state] in state.apply($0) }) + [
      bus.subscribeOnMain(to: ReviewAdded.self) { [state] event in
        state.handleChangedReviews(of: event.product)
      },
      bus.subscribeOnMain(to: ReviewChanged.self) { [state] event in
        state.handleChangedReviews(of: event.product)
      },
      bus.subscribeOnMain(to: ReviewDeleted.self) { [state] event in
        state.handleChangedReviews(of: event.product)
      },
    ]
  }

  /// Discards what is stored, since events no longer update it.
  public func unload() {
    state.forget()
  }
}

extension CompletionKind {
  /// The ids of products.
  static let products: CompletionKind = "products.id"
}
