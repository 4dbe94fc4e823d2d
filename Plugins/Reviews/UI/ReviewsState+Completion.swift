import SeashellKit

extension ReviewsState {
  /// The reviews that are held and answer a query: those of the product that the line names, or
  /// where it names none, those that were listed last.
  ///
  /// Where none does, a page of the product's reviews is fetched for the next time, unless that was
  /// done before; what is `more` to the user stays as it is.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    let product = query.value(of: "PRODUCT")
    var matches = CompletionMatches(query)
    if product == nil || product == position?.product {
      for review in reviews { matches.offer(review.id, Self.abstract(of: review)) }
    }
    guard let product, !product.isEmpty else { return matches.candidates }
    let isKnown = known?.product == product
    if matches.candidates.isEmpty, isKnown {
      for review in known?.reviews ?? [] { matches.offer(review.id, Self.abstract(of: review)) }
    }
    let candidates = matches.candidates
    if isKnown ? knownIsStale : candidates.isEmpty { fetchKnown(of: product, for: query) }
    return candidates
  }

  /// Gives up what is being fetched for completion, and forgets what was.
  func forgetKnown() {
    fetch.cancel()
    known = nil
    knownIsStale = false
  }

  private func fetchKnown(of product: String, for query: CompletionQuery) {
    fetch.start(product, for: query) { [weak self, service] in
      let page = try await service.reviews(
        ReviewListing(product: product, perPage: Self.capacity))
      guard !Task.isCancelled else { return }
      self?.known = (product, page.elements)
      self?.knownIsStale = false
    }
  }

  private static func abstract(of review: Review) -> String {
    "\(review.rating) of 5, by \(review.author)"
  }
}
