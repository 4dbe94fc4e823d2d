public import SeashellKit

/// Chooses the implementation of the service; nothing else names it.
public enum ReviewsServiceProvider {
  /// Creates the service.
  ///
  /// - Parameters:
  ///   - client: sends the requests.
  ///   - offline: answers when the shop cannot be reached.
  @MainActor
  public static func makeReviewsService(
    on client: any APIClient, offline: OfflineAccess
  ) -> any ReviewsServiceProtocol {
    OfflineReviewsService(
      remote: ReviewsService(client: client),
      offline: OfflineFirstService(offline, waiting: { ReviewMapper.map(from: $0) }))
  }
}
