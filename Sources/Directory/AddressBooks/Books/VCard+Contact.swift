// SPDX-License-Identifier: MIT

extension VCard {
    /// The contact in the card; nil for a card without a name, a card without a handle, and a list. `file` is the
    /// absolute path of the vCard file, or nil. A picture outside of `photoFolders` is not followed.
    func contact(fallbackUID: String, file: String?, photoFolders: [String]) -> Contact? {
        guard !isGroup, !name.isEmpty, !handles.isEmpty else { return nil }
        return Contact(
            uid: uid.isEmpty ? fallbackUID : uid, name: name, nickname: nickname, organization: organization,
            handles: handles, isFavourite: isFavourite, picture: picture(file, photoFolders))
    }

    private func picture(_ file: String?, _ photoFolders: [String]) -> ContactPicture? {
        switch photo {
        case nil: return nil
        case .inside(let digest, _)?:
            return file.map {
                ContactPicture(place: .card($0, start: range.lowerBound, count: range.count), digest: digest)
            }
        case .file(let path)?:
            guard let folder = photoFolders.first(where: { FolderNames.isPath(path, below: $0) }) else { return nil }
            return ContactPicture(place: .file(path, folder: folder), digest: path.hashValue)
        }
    }
}
