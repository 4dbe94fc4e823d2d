import ReviewsEvents
public import SeashellKit

/// The module `reviews`: reads and summarizes the reviews of products, and writes the user's own.
@MainActor
public final class ReviewsModule: FeatureModule {
  /// The module's name, which precedes its commands: `reviews`.
  public let name = "reviews"

  /// The module's description in `help`.
  public let abstract = "Read and write reviews of products"

  // Created when it is first used, since most starts of the shell need no reviews.
  private lazy var state = context.state(makeState)
  private let makeState: () -> ReviewsState
  private let context: ModuleContext

  /// Creates the module with the shop's API, and with stored reviews if the API cannot be reached.
  public convenience init(_ context: ModuleContext) {
    self.init(
      context, service: ReviewsService(context.service(waiting: { ReviewMapper.map(from: $0) })))
  }

  /// Creates the module with another service, such as a mock.
  init(_ context: ModuleContext, service: @escaping @autoclosure () -> any ReviewsServiceProtocol) {
    self.context = context
    makeState = {
      ReviewsState(
        service: service(), bus: context.bus, user: context.user, clock: context.clock)
    }
  }

  /// The commands `list`, `show`, `add`, `edit`, `delete`, `summary`, `more` and `refresh`.
  public var commands: [any Command] {
    let state = state
    return [
      ListReviews(state: state), ShowReview(state: state), AddReview(state: state),
      EditReview(state: state), DeleteReview(state: state), SummarizeReviews(state: state),
      MoreCommand(
        state.reviews, as: state.view, example: "reviews list p-1 --per-page 1",
        again: { state.again }),
      RefreshCommand(state.reviews, as: state.view, example: "reviews list p-1"),
    ]
  }

  /// Completes `reviews.id` with the reviews of the product on the line, or those listed last, and
  /// `reviews.author` with the authors of those listed last.
  public var completionSources: [CompletionSource] {
    [
      CompletionSource(answering: .reviews) { [self] in state.candidates(for: $0) },
      CompletionSource(answering: .reviewAuthors) { [self] in state.authors(for: $0) },
    ]
  }

  /// The reviews of each product of the shop, and each of them.
  public var places: [PlaceRoute] {
    state.reviews.places(ReviewPath.places) {
      ReviewListing(product: $0["products.id"])
    }
  }

  /// The events that it posts.
  public var contributions: Contributions {
    Contributions(events: [ReviewAdded.self, ReviewChanged.self, ReviewDeleted.self])
  }

  /// Keeps the state up to date when reviews change.
  public func subscribe(to bus: EventBus) -> [Subscription] {
    context.changes { [self] in state.apply($0) }
  }

  /// Discards the kept reviews, since events no longer update them.
  public func unload() {
    state.forget()
  }
}
