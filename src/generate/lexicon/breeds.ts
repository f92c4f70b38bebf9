/** Breeds of animals, by species. */
export const BREEDS: { readonly [species: string]: readonly string[] } = {
  dog: "Beagle|Border Collie|Boxer|Dachshund|French Bulldog|German Shepherd|Golden Retriever|Labrador Retriever|Poodle|Shih Tzu".split(
    "|",
  ),
  cat: "Bengal|British Shorthair|Maine Coon|Persian|Ragdoll|Russian Blue|Siamese|Sphynx".split("|"),
  horse: "Appaloosa|Arabian|Clydesdale|Hanoverian|Mustang|Shetland Pony|Thoroughbred".split("|"),
  rabbit: "Dutch|Flemish Giant|Holland Lop|Lionhead|Mini Rex|Netherland Dwarf".split("|"),
  bird: "African Grey|Budgerigar|Canary|Cockatiel|Lovebird|Zebra Finch".split("|"),
  cow: "Angus|Hereford|Holstein|Jersey|Simmental".split("|"),
  hamster: "Campbell's Dwarf|Chinese|Roborovski|Syrian|Winter White".split("|"),
};
