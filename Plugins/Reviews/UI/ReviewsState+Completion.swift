import SeashellKit

extension ReviewsState {
  /// Returns the stored reviews that match a query, of the product on the line or of the last list.
  ///
  /// If none match, it requests a page of the product's reviews as suggestions for the next query.
  /// They do not affect `more`.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    let product = query.value(of: "PRODUCT")
    var matches = CompletionMatches(query)
    for review in reviews where review.product == product ?? review.product {
      matches.offer(review.id, Self.abstract(of: review))
    }
    guard let product, !product.isEmpty else { return matches.candidates }
    let isSuggested = suggestions?.product == product
    if matches.candidates.isEmpty, isSuggested {
      for review in suggestions?.reviews ?? [] {
        matches.offer(review.id, Self.abstract(of: review))
      }
    }
    let candidates = matches.candidates
    if isSuggested ? suggestionsAreStale : candidates.isEmpty {
      fetchSuggestions(of: product, for: query)
    }
    return candidates
  }

  /// Returns the authors of the last list's reviews that match a query, after the user.
  func authors(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    var matches = CompletionMatches(query)
    matches.offer("me", "your own reviews")
    let written = Dictionary(grouping: reviews, by: \.author).sorted { $0.key < $1.key }
    for (author, own) in written { matches.offer(author, "\(own.count) of the listed reviews") }
    return matches.candidates
  }

  /// Discards the suggestions, and cancels a request for new ones.
  func discardSuggestions() {
    fetch.cancel()
    suggestions = nil
    suggestionsAreStale = false
  }

  private func fetchSuggestions(of product: String, for query: CompletionQuery) {
    fetch.start(product, for: query) { [weak self, service] in
      let page = try await service.reviews(
        ReviewListing(product: product, perPage: Self.capacity))
      guard !Task.isCancelled else { return }
      self?.suggestions = (product, page.elements)
      self?.suggestionsAreStale = false
    }
  }

  private static func abstract(of review: Review) -> String {
    "\(review.rating) of 5, by \(review.author)"
  }
}
