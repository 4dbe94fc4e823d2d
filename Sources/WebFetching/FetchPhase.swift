/// What a view shows of an object that is fetched.
///
/// If several hold, the first in this order counts.
public enum FetchPhase: Sendable, Hashable, CaseIterable {
  /// That it is loading: the first time, after an error, or a further page.
  case loading
  /// Why the last request failed.
  case error
  /// That there is no content.
  case empty
  /// The content. A refresh leaves it as it is.
  case loaded

  /// Returns the phase of an object.
  init(isLoading: Bool, isLoadingMore: Bool = false, hasError: Bool, isEmpty: Bool) {
    self =
      if isLoading, hasError || isEmpty || isLoadingMore {
        .loading
      } else if hasError {
        .error
      } else if isEmpty {
        .empty
      } else {
        .loaded
      }
  }
}
