public import SeashellKit

/// The module `reviews`: reads and summarizes the reviews of products, and writes the user's own.
@MainActor
public final class ReviewsModule: FeatureModule {
  /// The module's name, which precedes its commands: `reviews`.
  public let name = "reviews"

  /// The module's description in `help`.
  public let abstract = "Read and write reviews of products"

  private let state: ReviewsState

  /// Creates the module.
  ///
  /// - Parameters:
  ///   - context: what the module can use.
  ///   - service: provides the reviews; by default, the shop's API does.
  public init(_ context: ModuleContext, service: (any ReviewsServiceProtocol)? = nil) {
    state = context.state {
      ReviewsState(
        service: service
          ?? ReviewsServiceProvider.makeReviewsService(
            on: context.client, offline: context.offline),
        bus: context.bus, user: context.user, clock: context.clock)
    }
  }

  /// `list`, `show`, `add`, `edit`, `delete`, `summary`, `more` and `refresh`.
  public var commands: [any Command] {
    let state = state
    return [
      ListReviews(state: state), ShowReview(state: state), AddReview(state: state),
      EditReview(state: state), DeleteReview(state: state), SummarizeReviews(state: state),
      MoreCommand(
        state.reviews, as: ReviewsView.view(of: state.product, isMarked: state.hasWaiting),
        example: "reviews list p-1 --per-page 1",
        again: { state.again }),
      RefreshCommand(
        state.reviews, as: ReviewsView.view(of: state.product, isMarked: state.hasWaiting),
        example: "reviews list p-1"),
    ]
  }

  /// Completes `reviews.id` with the reviews of the product on the line, or those listed last, and
  /// `reviews.author` with the authors of the latter.
  public var completionSources: [CompletionSource] {
    [
      CompletionSource(answering: .reviews) { [state] in state.candidates(for: $0) },
      CompletionSource(answering: .reviewAuthors) { [state] in state.authors(for: $0) },
    ]
  }

  /// `products/p-7/reviews` for each product of the shop, and `products/p-7/reviews/r-1` for each of its
  /// reviews.
  public var places: [PlaceRoute] {
    [
      PlaceRoute("products/{products.id}/reviews") { [state] place in
        try await state.checkReviews(of: place["products.id"])
      },
      PlaceRoute("products/{products.id}/reviews/{reviews.id}") { [state] place in
        _ = try await state.review(place[.reviews], of: place["products.id"])
      },
    ]
  }

  /// Keeps the state up to date when reviews change.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    bus.subscribeOnMain(toChanges: { [state] in state.apply($0) })
  }

  /// Discards what is stored, since events no longer update it.
  public func unload() {
    state.forget()
  }
}
