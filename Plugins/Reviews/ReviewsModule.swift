public import SeashellKit

/// The reviews of the shop's products: read them, sum them up, write one's own.
@MainActor
public final class ReviewsModule: FeatureModule {
  /// The word before its commands.
  public let name = "reviews"

  /// What the module is for.
  public let abstract = "Read and write reviews of products"

  private let state: ReviewsState
  private let console: any Console

  /// Makes the module.
  public init(_ context: ModuleContext) {
    state = context.state {
      ReviewsState(service: ReviewsServiceProvider.service(on: context.client))
    }
    console = context.console
  }

  /// `list`, `show`, `add`, `edit`, `delete`, `summary` and `more`.
  public var commands: [any Command] {
    [
      ListReviews(state: state, console: console), ShowReview(state: state),
      AddReview(state: state), EditReview(state: state),
      DeleteReview(state: state, console: console), SummarizeReviews(state: state),
      MoreReviews(state: state, console: console),
    ]
  }

  /// `reviews.id`: the reviews that were listed last.
  public var completionSources: [CompletionSource] {
    [CompletionSource(kind: "reviews.id") { [state] in state.candidates(for: $0) }]
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
}
