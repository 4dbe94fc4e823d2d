public import SeashellKit

/// Chooses the implementation of the service; nothing else names it.
public enum ReviewsServiceProvider {
  /// Creates the service.
  ///
  /// - Parameter client: sends the requests.
  public static func service(on client: any APIClient) -> any ReviewsServiceProtocol {
    ReviewsService(client: client)
  }
}
