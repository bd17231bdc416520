/// A world of small virtual machines to prove the program in.
public enum Lab {}
