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
      ReviewsState(
        service: ReviewsServiceProvider.service(on: context.client), clock: context.clock)
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

  /// `reviews.id`: the reviews of the product that the line names, or those that were listed last.
  public var completionSources: [CompletionSource] {
    [CompletionSource(answering: "reviews.id") { [state] in state.candidates(for: $0) }]
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
