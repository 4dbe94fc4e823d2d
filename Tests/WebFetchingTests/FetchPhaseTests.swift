import Testing

@testable import WebFetching

@Suite struct FetchPhaseTests {
  /// Loading, loading a further page, an error, and no content; and what is shown.
  @Test(
    arguments: [
      (false, false, false, true, .empty), (false, false, false, false, .loaded),
      (false, false, true, true, .error), (false, false, true, false, .error),
      (true, false, false, true, .loading), (true, false, true, false, .loading),
      (true, false, true, true, .loading), (true, true, false, false, .loading),
      // A refresh does not blank what is shown.
      (true, false, false, false, .loaded),
      (false, true, false, false, .loaded),
    ] as [(Bool, Bool, Bool, Bool, FetchPhase)])
  func `loading comes before an error, an error before no content`(
    isLoading: Bool, isLoadingMore: Bool, hasError: Bool, isEmpty: Bool, phase: FetchPhase
  ) {
    #expect(
      FetchPhase(
        isLoading: isLoading, isLoadingMore: isLoadingMore, hasError: hasError, isEmpty: isEmpty)
        == phase)
  }
}
