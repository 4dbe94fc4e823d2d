public import SeashellKit

/// Says which service is used: the one place that names the implementation.
public enum ReviewsServiceProvider {
  /// Makes the service.
  ///
  /// - Parameter client: the shop's client.
  public static func service(on client: any APIClient) -> any ReviewsServiceProtocol {
    ReviewsService(client: client)
  }
}
