// SPDX-License-Identifier: MIT

import Combine
import Contacts
import Foundation

struct ContactRow: Identifiable, Hashable {
    let id: String
    let name: String
    let number: String
    let label: String
    let picture: Data?
}

class ContactListModel: ObservableObject {
    @Published var query = ""
    @Published private(set) var rows: [ContactRow] = []
    @Published private(set) var error: String?

    private var all: [ContactRow] = []
    private var bag = Set<AnyCancellable>()

    init() {
        $query
            .debounce(for: .milliseconds(250), scheduler: DispatchQueue.main)
            .map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            .removeDuplicates()
            .sink { [weak self] query in
                guard let self = self else { return }
                self.rows = query.isEmpty ? self.all : self.all.filter { $0.name.lowercased().contains(query) }
            }
            .store(in: &bag)
    }

    func load() {
        Future<[ContactRow], Error> { promise in
            DispatchQueue.global(qos: .userInitiated).async {
                promise(Result { try Self.fetch() })
            }
        }
        .receive(on: DispatchQueue.main)
        .sink { [weak self] completion in
            if case .failure(let error) = completion { self?.error = error.localizedDescription }
        } receiveValue: { [weak self] rows in
            self?.all = rows
            self?.rows = rows
        }
        .store(in: &bag)
    }

    private static func fetch() throws -> [ContactRow] {
        let keys = [
            CNContactIdentifierKey, CNContactGivenNameKey, CNContactFamilyNameKey, CNContactPhoneNumbersKey,
            CNContactThumbnailImageDataKey,
        ]
        let request = CNContactFetchRequest(keysToFetch: keys as [CNKeyDescriptor])
        request.sortOrder = .userDefault
        var rows: [ContactRow] = []
        try CNContactStore().enumerateContacts(with: request) { contact, _ in
            for number in contact.phoneNumbers {
                rows.append(
                    ContactRow(
                        id: contact.identifier + number.value.stringValue,
                        name: "\(contact.givenName) \(contact.familyName)",
                        number: number.value.stringValue,
                        label: CNLabeledValue<CNPhoneNumber>.localizedString(forLabel: number.label ?? CNLabelOther),
                        picture: contact.thumbnailImageData))
            }
        }
        return rows
    }
}
